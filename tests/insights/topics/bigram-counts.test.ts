import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BigramCounts } from '#insights/topics/bigram-counts.ts';

const TEXT = 'Great lawyer. Great lawyers! Car accident.';
const bigramsOf = (counts: BigramCounts, numbers: Iterable<number>) =>
  Array.from(numbers, (number) => counts.wordsOf(number).join(' '));

test('a text is listed by its bigrams, each once', () => {
  const counts = new BigramCounts();
  const { start, end } = counts.read(TEXT);
  const numbers = counts.numbers.subarray(start, end);
  assert.deepEqual(bigramsOf(counts, numbers), ['great lawyer', 'car accident']);
});

test('texts count once they are told to, until they are taken back', () => {
  const counts = new BigramCounts();
  const lists = [counts.read(TEXT), counts.read('A great lawyer.')];
  assert.deepEqual(counts.numbersBetween(1, 9), []);
  for (const list of lists) counts.add(list);
  assert.deepEqual(bigramsOf(counts, counts.numbersBetween(2, 9)), ['great lawyer']);
  assert.deepEqual(bigramsOf(counts, counts.numbersBetween(1, 1)), ['car accident']);
  for (const list of lists.slice(1)) counts.remove(list);
  assert.equal(counts.numbersBetween(1, 1).length, 2);
});

test('a text holds a bigram however it spells it', () => {
  const counts = new BigramCounts();
  const { start, end } = counts.read('car accident');
  const numbers = new Set(counts.numbers.subarray(start, end));
  assert.ok(counts.holdsAny('Two CAR ACCIDENTS!', numbers));
  assert.ok(!counts.holdsAny('A car, an accident', numbers));
});

test('it is worn when most of what was read does not count', () => {
  const counts = new BigramCounts();
  const text = Array.from({ length: 600 }, (_, index) => `great word${index}.`).join(' ');
  const list = counts.read(text);
  counts.add(list);
  assert.equal(counts.isWorn, false);
  counts.remove(list);
  counts.add(counts.read(text));
  assert.equal(counts.isWorn, false);
  for (let edit = 0; edit < 2; edit++) counts.read(text);
  assert.equal(counts.isWorn, true);
});
