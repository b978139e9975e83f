import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdsPhrase } from '#dataset/check-vetoes.ts';
import { problemsOf, reviewText } from '../support/content-files.ts';

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
] as const) {
  test(`does not warn of ${quotes}`, () => assert.deepEqual(problemsWith(quotes, body), []));
}

for (const [text, phrase, holds] of [
  ['They’re “kind” – all of them', 'they\'re "kind" - all', true],
  ['My knee\n  surgery', 'knee surgery', true],
  ['My knee surgery', 'hip surgery', false],
] as const) {
  test(`"${phrase}" ${holds ? 'stands' : 'does not stand'} in "${text}"`, () => {
    assert.equal(holdsPhrase(text, phrase), holds);
  });
}
