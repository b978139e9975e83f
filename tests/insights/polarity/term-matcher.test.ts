import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTermMatcher } from '#insights/polarity/term-matcher.ts';
import { tokenize } from '#insights/text/tokenize.ts';

/** What is found in a text: the value of each term and its words there. */
function find(text: string, terms: Readonly<Record<string, number>>): [number, string][] {
  const tokens = tokenize(text);
  return createTermMatcher(Object.entries(terms))(tokens).map(({ value, from, to }) => {
    const words = tokens.slice(from, to).map((token) => token.text);
    return [value, words.join(' ')];
  });
}

test('the term with most words wins, from left to right, and none overlaps another', () => {
  const terms = { good: 1, 'very good': 2, 'good job': 3, job: 4 };
  assert.deepEqual(find('very good job, good job', terms), [
    [2, 'very good'],
    [4, 'job'],
    [3, 'good job'],
  ]);
});

test('a star stands for none to three words', () => {
  const terms = { 'waste of * time': -3 };
  const text = (between: string) => `a waste of ${between} time`;
  assert.deepEqual(find(text(''), terms), [[-3, 'waste of time']]);
  assert.deepEqual(find(text('my very own'), terms), [[-3, 'waste of my very own time']]);
  assert.deepEqual(find(text('all my very own'), terms), []);
});

test('words of its own decide which term is the longest, not those under a star', () => {
  const terms = { 'never * back': -2, 'never called me': -1 };
  assert.deepEqual(find('never called me back', terms), [[-1, 'never called me']]);
});

test('no star reaches over a mark', () => {
  assert.deepEqual(find('waste of my, time', { 'waste of * time': -3 }), []);
  assert.deepEqual(find('waste, time', { 'waste * time': -3 }), []);
});

test('words stand as they are written, folded, and in no other form', () => {
  const terms = { "didn't care": -2, 'José rocks': 3 };
  assert.deepEqual(find('They DIDN’T care, jose ROCKS', terms), [
    [-2, "didn't care"],
    [3, 'jose rocks'],
  ]);
  assert.deepEqual(find('They didnt care, they cared', terms), []);
});

test('a term of marks is found, and a hyphenated one only with its hyphen', () => {
  assert.deepEqual(find('ok :) top-notch top notch', { ':)': 2, 'top-notch': 3 }), [
    [2, ':)'],
    [3, 'top - notch'],
  ]);
});

test('of two values of a term the first counts', () => {
  const match = createTermMatcher([
    ['good', 1],
    ['GOOD', 2],
  ]);
  assert.deepEqual(match(tokenize('good')), [{ value: 1, from: 0, to: 1 }]);
});

test('terms without stars are found as by comparing at every place', () => {
  const word = fc.constantFrom('a', 'b', 'c');
  const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(fc.uniqueArray(phrase, { maxLength: 8 }), fc.array(word), (terms, words) => {
      const found: [number, string][] = [];
      for (let from = 0; from < words.length; from++) {
        const here = terms
          .filter((term) => `${words.slice(from).join(' ')} `.startsWith(`${term} `))
          .sort((a, b) => b.length - a.length);
        const [longest] = here;
        if (longest === undefined) continue;
        found.push([terms.indexOf(longest), longest]);
        from += longest.split(' ').length - 1;
      }
      const values = Object.fromEntries(terms.map((term, index) => [term, index]));
      assert.deepEqual(find(words.join(' '), values), found);
    }),
  );
});
