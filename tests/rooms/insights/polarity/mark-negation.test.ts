import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markNegation } from '#insights/polarity/extract-features.ts';
import { tokenize } from '#insights/text/tokenize.ts';

/** The words of a text that stand in the scope of a negation. */
function negatedIn(text: string): string {
  const tokens = tokenize(text);
  const isNegated = markNegation(tokens);
  assert.equal(isNegated.length, tokens.length);
  return tokens.flatMap((token, place) => (isNegated[place] ? [token.text] : [])).join(' ');
}

const SCOPES: readonly (readonly [string, string, string])[] = [
  [
    'a negation reaches six words',
    'not one two three four five six seven',
    'one two three four five six',
  ],
  ['it does not negate itself', 'They never', ''],
  ['it ends at any mark', 'not good, fast', 'good'],
  ['it ends at an emoji', 'not good 🙂 fast', 'good'],
  ['it ends before a word that begins another clause', 'not good but fast', 'good'],
  ['a second negation begins its reach anew', 'never said no a b c d e f g', 'said no a b c d e f'],
  ['“not only” negates nothing', 'Not only fast but kind', ''],
  [
    '“not” alone before “only” is spared, not what else negates',
    'never the only one',
    'the only one',
  ],
  ['n’t is a negation with a straight apostrophe', "It wasn't good", 'good'],
  ['n’t is a negation with a curly apostrophe', 'It wasn’t good', 'good'],
  ['n’t is a negation without an apostrophe', 'It wasnt good, I dont care', 'good care'],
  ['“never”, “without” and “hardly” are negations', 'never a. without b. HARDLY c', 'a b c'],
  ['words that only begin like one are none', 'Nottingham knot nobler want', ''],
  ['nothing negates nothing', '', ''],
];
for (const [title, text, negated] of SCOPES) {
  test(title, () => assert.equal(negatedIn(text), negated));
}
