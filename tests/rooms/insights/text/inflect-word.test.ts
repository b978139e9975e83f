import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formsOf, inflectWord } from '#insights/text/inflect-word.ts';
import { IRREGULAR_WORDS } from '#insights/text/word-lists.ts';

/** Words with forms that they give, and then with some that they do not. */
const FORMS: Readonly<
  Record<string, readonly (readonly [word: string, given: string, not?: string])[]>
> = {
  'a regular word gives its plural, third person, past and participle': [
    ['explain', 'explain explains explained explaining'],
    ['promise', 'promises promised promising'],
    ['reply', 'replies replied replying'],
    ['delay', 'delays delayed delaying'],
    ['process', 'processes processed processing'],
    ['lie', 'lies lied lying'],
    ['agree', 'agrees agreed agreeing'],
    ['sue', 'sues sued suing'],
    ['hero', 'heroes'],
    ['photo', 'photos'],
  ],
  'a consonant at the end is doubled after one short vowel': [
    ['drop', 'drops dropped dropping'],
    ['refer', 'referred referring'],
    ['answer', 'answered answering'],
    ['equip', 'equipped'],
    ['follow', 'followed following'],
    ['fix', 'fixes fixed fixing'],
  ],
  'any form of an irregular word gives all of them': [
    ...['keep', 'keeps', 'kept', 'keeping'].map(
      (form) => [form, 'keep keeps kept keeping'] as const,
    ),
    ['known', 'knew'],
    ['woman', 'women'],
    ['did', 'do done'],
  ],
  'what belongs to somebody is a form too': [
    ['paralegal', "paralegal's"],
    ['woman', "women's"],
  ],
  'a form is not what is another word': [
    ['care', 'cares', 'car cars'],
    ['car', 'cars', 'care cared caring'],
    ['hour', 'hours', 'our ours'],
    ['be', 'been', 'bed bee'],
    ['us', 'us', 'use used uses using'],
    ['he', 'he', 'hed hes'],
    ['fee', 'fees', 'feed feeing'],
    ['new', 'new', 'news'],
    ['kind', 'kind', 'kinds kinda'],
    ['even', 'even', 'evening'],
    ['hop', 'hops', 'hope hoped hoping'],
  ],
  'the past and the third person of a regular word give each other': [
    ['listened', 'listens'],
    ['listens', 'listened'],
    ['replied', 'replies', 'reply'],
    ['dropped', 'drops', 'drop dropping'],
    ['promises', 'promised', 'promise promising'],
    ['rooms', 'rooms', 'room rooming'],
    ['experienced', 'experienced', 'experience experiences'],
  ],
  'an inflected regular word does not give its base, but its base gives it': [
    ['caring', 'caring', 'care cares cared'],
    ['billing', 'billing', 'bill'],
    ['waited', 'waited', 'wait waiting'],
    ['bill', 'billing'],
  ],
};
for (const [title, rows] of Object.entries(FORMS)) {
  test(title, () => {
    for (const [word, given, not] of rows) {
      const forms = inflectWord(word);
      for (const form of given.split(' ')) assert.ok(forms.has(form), `${word}: ${form}`);
      for (const form of not?.split(' ') ?? []) assert.ok(!forms.has(form), `${word}: ${form}`);
    }
  });
}

test('no form stands in two groups', () => {
  const groups = new Set(IRREGULAR_WORDS.values());
  const forms = [...groups].flat();
  assert.ok(groups.size > 50);
  assert.equal(new Set(forms).size, forms.length);
});

test('a word in all its forms has those of its base, whichever of them it is', () => {
  for (const [given, base, not] of [
    ['called', 'call calls called calling'],
    ['promising', 'promise promised'],
    ['replies', 'reply replied'],
    ['dying', 'die died'],
    ['dropped', 'drop dropping'],
    ['lost', 'lose loses losing'],
    ["paralegals'", "paralegals'"],
    ['did', 'do done'],
    ['us', 'us', 'use used'],
    ['bed', 'bed', 'b be'],
    ['abogados', 'abogado'],
  ] as const) {
    const forms = formsOf(given);
    for (const form of base.split(' ')) assert.ok(forms.has(form), `${given}: ${form}`);
    for (const form of not?.split(' ') ?? []) assert.ok(!forms.has(form), `${given}: ${form}`);
  }
});
