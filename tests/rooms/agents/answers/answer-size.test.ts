import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  countFitting,
  fitAnswer,
  fittingOf,
  MAX_ANSWER_BYTES,
} from '#agents/answers/answer-size.ts';

test('as many records as there is room for are whole, and one at least', () => {
  const tenth = 'x '.repeat(MAX_ANSWER_BYTES / 20);
  assert.equal(countFitting(Array.from({ length: 30 }, () => tenth)), 9);
  assert.equal(countFitting(['x '.repeat(MAX_ANSWER_BYTES), 'y']), 1);
  assert.equal(fittingOf(Array.from({ length: 30 }, () => tenth)).length, 9);
});

test('of an answer that is too long, long texts and lists are cut, and the rest is whole', () => {
  const usual = { name: 'Office', tags: ['a', 'b'], absent: undefined };
  assert.equal(fitAnswer(usual, 'https://example.com/reviews.json'), usual);
  const people = Array.from({ length: 9000 }, (_, at) => ({ id: `person-${at}`, nick: null }));
  const long = { ...usual, count: 5, nested: { text: 'word '.repeat(20_000), people } };
  const cut = JSON.stringify(fitAnswer(long, 'https://example.com/reviews.json'));
  const bytes = Buffer.byteLength(cut);
  assert.ok(bytes <= MAX_ANSWER_BYTES && bytes > MAX_ANSWER_BYTES * 0.9, `${bytes} bytes`);
  const { hints, nested, ...others } = JSON.parse(cut);
  assert.deepEqual(others, { name: 'Office', tags: ['a', 'b'], count: 5 });
  assert.match(nested.text, /^(?:word )+\S*…$/);
  assert.deepEqual(nested.people, people.slice(0, nested.people.length));
  const said = `people (the first ${nested.people.length} of 9000)`;
  assert.deepEqual(hints, [
    `Cut, because the answer is very long: text, ${said}. The full content is in https://example.com/reviews.json.`,
  ]);
});
