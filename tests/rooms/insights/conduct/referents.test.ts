import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReferentFinder } from '#insights/conduct/referents.ts';
import { wordsOf } from '#insights/conduct/words.ts';
import { tokenize } from '#insights/text/tokenize.ts';

const find = createReferentFinder(
  ['adjuster', 'insurance', 'insurance company', 'hospital'],
  ['Maria Lopez', 'Ms. Lopez'],
);
/** Whom the words of a text speak of: the words, and the side. */
const referentsIn = (text: string) => {
  const words = wordsOf(tokenize(text));
  return find(words).map(
    ({ from, to, side }) =>
      `${words
        .slice(from, to)
        .map((word) => word.text)
        .join(' ')}: ${side}`,
  );
};

const TABLE: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'others stand in any form',
    'ADJUSTERS and the adjuster’s',
    ['adjusters: other', 'adjuster: other'],
  ],
  ['the longest counts', 'The insurance company', ['insurance company: other']],
  [
    'names stand with their titles',
    'Ms. Lopez and Maria Lopez',
    ['ms lopez: business', 'maria lopez: business'],
  ],
  ['a name is no phrase over a mark', 'Maria, Lopez', []],
  ['nouns are of the business, unless anybody’s', 'The lawyer, a lawyer', ['lawyer: business']],
  ['relatives are told apart', 'My husband and my parents', ['husband: kin', 'parents: kin']],
  ['another one is another’s', 'My former lawyer', ['lawyer: other']],
  [
    'a noun joins whom it stands beside',
    'The hospital billing office',
    ['hospital billing office: other'],
  ],
  [
    'a noun joins whom it is linked to',
    'The lawyer of the hospital',
    ['lawyer of the hospital: other'],
  ],
  ['here is the business', 'People here', ['people: business', 'here: business']],
  ['nothing speaks of nobody', '', []],
];
for (const [title, text, expected] of TABLE) {
  test(title, () => assert.deepEqual(referentsIn(text), expected));
}
