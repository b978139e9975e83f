import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Aspect } from '#dataset/schema/stored-entities.ts';
import { createAspectFinder, createTermFinder } from '#insights/aspects/find-aspects.ts';
import { tokenize } from '#insights/text/tokenize.ts';

const aspectOf = (id: string, terms: Aspect['terms']): Aspect => ({
  id,
  name: id,
  description: id,
  terms,
});
const wordsOf = (text: string) =>
  tokenize(text).flatMap(({ text, isWord }) => (isWord ? [text] : []));
const termsIn = (text: string, ...terms: Aspect['terms']) =>
  createTermFinder(aspectOf('any', terms))(wordsOf(text));
const foundIn = (text: string, ...aspects: Aspect[]) => createAspectFinder(aspects)(wordsOf(text));

test('aspects are found in the order of the list, each with its terms and their weight', () => {
  const fees = aspectOf('fees', ['fee', { term: 'contingency', weight: 2 }]);
  const staff = aspectOf('staff', ['paralegal']);
  assert.deepEqual(
    foundIn('Her paralegal’s word on the Contingency Fees, every fee!', fees, staff),
    [
      { id: 'fees', weight: 3, terms: ['fee', 'contingency'] },
      { id: 'staff', weight: 1, terms: ['paralegal'] },
    ],
  );
  assert.deepEqual(foundIn('Nothing of it.', fees, staff), []);
  assert.deepEqual(foundIn('', fees, staff), []);
});

test('terms that weigh less than 1 together do not find an aspect', () => {
  const outcome = aspectOf('outcome', [
    { term: 'check', weight: 0.5 },
    { term: 'amount', weight: 0.5 },
  ]);
  assert.deepEqual(foundIn('The check came, then another check.', outcome), []);
  assert.deepEqual(foundIn('The amount on the check.', outcome), [
    { id: 'outcome', weight: 1, terms: ['check', 'amount'] },
  ]);
  const tenths = Array.from('abcdefghij', (term) => ({ term, weight: 0.1 }));
  assert.equal(foundIn('a b c d e f g h i j', aspectOf('tenths', tenths)).length, 1);
});

/** Texts, and the terms that are looked for: those that are found, then those that are not. */
const TERMS: Readonly<
  Record<string, readonly (readonly [string, Aspect['terms'], Aspect['terms']?])[]>
> = {
  'every word of a term stands in any of its forms': [
    ['She keeps us informed', ['kept us informed']],
    ['many kind women', ['kind woman']],
    ['what he used', [], ['us']],
  ],
  'a hyphenated term is its words, however they are joined': [
    ['a one on one talk', ['one-on-one']],
    ['a one-on-one talk', ['one on one']],
  ],
  'between two words of a term one other word may stand, and no more': [
    ['called me back', ['call back']],
    ['called both of us back', [], ['call back']],
    ['kept us all very well informed', [], ['kept us informed']],
    // The word that is nearest must not hide one that leads on.
    ['call us us now back', ['call us back']],
    ['back then they called', [], ['call back']],
  ],
  'a term of function words alone must stand together': [
    ['they are so very up to it', ['up to']],
    ['they grew up close to it', [], ['up to']],
  ],
  'the longest term of an aspect wins at its place': [
    ['There were no hidden fees.', ['no hidden fee'], ['fee', 'hidden fee']],
    ['No hidden fees, but fees.', ['fee', 'no hidden fee'], ['hidden fee']],
  ],
  'of terms with a form in common the one that is spelt so counts, or else the first': [
    ['explained', ['explained'], ['explain']],
    ['keeps', ['kept'], ['keep']],
    ['update', ['update'], ['Update']],
  ],
  'hints find no term, yet a longer one hides the shorter': [
    ['a medical bill', [], ['bill', { term: 'medical bill', weight: 0.1 }]],
    ['a medical bill and his bill', ['bill'], [{ term: 'medical bill', weight: 0.1 }]],
  ],
};
for (const [title, rows] of Object.entries(TERMS)) {
  test(title, () => {
    for (const [text, found, others = []] of rows) {
      assert.deepEqual(termsIn(text, ...found, ...others), found, text);
    }
  });
}

test('one aspect hides no other', () => {
  const aspects = [aspectOf('a', ['desk']), aspectOf('b', ['front desk'])];
  assert.equal(foundIn('a front desk', ...aspects).length, 2);
});
