import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf, reviewText } from '../../support/content-files.ts';

const problemsWith = (quotes: string, body: string) =>
  problemsOf({ 'reviews/a.md': reviewText({ quotes }, body) });

test('warns of a phrase that the review does not hold, at its place, without repeating it', () => {
  assert.deepEqual(problemsWith('[kept me, my clinic]', 'They kept me informed.'), [
    'reviews/a.md:8:19 warning quotes.1: does not stand in the text, and so keeps nothing from being quoted; write it as the review does',
  ]);
});

for (const [quotes, body] of [
  ['never', 'They kept me informed.'],
  ["[They're kind]", 'they’re\nKIND people'],
  ['[knee surgery, "that I had"]', 'My knee\n  surgery – that I had'],
] as const) {
  test(`does not warn of ${quotes}`, () => assert.deepEqual(problemsWith(quotes, body), []));
}
