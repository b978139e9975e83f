import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflectWord } from '#insights/text/inflect-word.ts';
import { IRREGULAR_WORDS } from '#insights/text/irregular-words.ts';

const has = (word: string, forms: string) => {
  for (const form of forms.split(' ')) {
    assert.ok(inflectWord(word).has(form), `${word} gives ${form}`);
  }
};
const lacks = (word: string, forms: string) => {
  for (const form of forms.split(' ')) {
    assert.ok(!inflectWord(word).has(form), `${word} does not give ${form}`);
  }
};

test('a regular word gives its plural, third person, past and participle', () => {
  has('explain', 'explain explains explained explaining');
  has('promise', 'promise promises promised promising');
  has('reply', 'reply replies replied replying');
  has('delay', 'delay delays delayed delaying');
  has('process', 'process processes processed processing');
  has('lie', 'lie lies lied lying');
  has('agree', 'agree agrees agreed agreeing');
  has('sue', 'sue sues sued suing');
  has('hero', 'hero heroes');
  has('photo', 'photo photos');
});

test('a consonant at the end is doubled after one short vowel', () => {
  has('drop', 'drops dropped dropping');
  has('drag', 'dragged dragging');
  has('refer', 'referred referring');
  has('answer', 'answered answering');
  has('equip', 'equipped');
  has('follow', 'followed following');
  has('fix', 'fixes fixed fixing');
});

test('any form of an irregular word gives all of them', () => {
  for (const form of ['keep', 'keeps', 'kept', 'keeping']) has(form, 'keep keeps kept keeping');
  has('tell', 'told');
  has('known', 'knew');
  has('gotten', 'get');
  has('woman', 'women');
  has('person', 'people');
  has('did', 'do done');
});

test('what belongs to somebody is a form too', () => {
  has('paralegal', "paralegal's");
  has('woman', "women's");
});

test('a form is not what is another word', () => {
  lacks('care', 'car cars');
  lacks('car', 'care cared caring');
  lacks('hour', 'our ours');
  lacks('be', 'bed bee');
  lacks('us', 'use used uses using');
  lacks('he', 'hed hes');
  lacks('her', 'hers');
  lacks('fee', 'feed feeing');
  lacks('see', 'seed');
  lacks('new', 'news');
  lacks('kind', 'kinds kinda');
  lacks('even', 'evening');
  lacks('ass', 'assist assistant');
  lacks('hop', 'hope hoped hoping');
  lacks('off', 'offer offers');
});

test('an inflected regular word does not give its base', () => {
  lacks('caring', 'care');
  lacks('billing', 'bill');
  // The other way round the rules really give it.
  has('bill', 'billing');
});

test('no form stands in two groups', () => {
  const groups = new Set(IRREGULAR_WORDS.values());
  const forms = [...groups].flat();
  assert.ok(groups.size > 50);
  assert.equal(new Set(forms).size, forms.length);
});
