import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Antecedents } from '#insights/conduct/antecedents.ts';
import { wordsOf } from '#insights/conduct/words.ts';
import { tokenize } from '#insights/text/tokenize.ts';

const WORDS = wordsOf(tokenize('adjuster insurer lawyer hired'));
const kind = { isPeer: false, isDefinite: true };
const ADJUSTER = { side: 'other', from: 0, to: 1, isPerson: true, ...kind } as const;
const INSURER = { side: 'other', from: 1, to: 2, isPerson: false, ...kind } as const;
const LAWYER = { side: 'business', from: 2, to: 3, isPerson: true, ...kind } as const;

test('he and she mean a person, they and it a group', () => {
  const antecedents = new Antecedents();
  antecedents.nameSubject(INSURER, WORDS);
  assert.equal(antecedents.find('he'), undefined);
  assert.equal(antecedents.find('they')?.by, 'insurer');
  assert.equal(antecedents.find('it')?.by, 'insurer');
});

test('they after one person may be that person, unsurely', () => {
  const antecedents = new Antecedents();
  antecedents.nameSubject(ADJUSTER, WORDS);
  assert.equal(antecedents.find('she')?.isUnsure, undefined);
  assert.equal(antecedents.find('they')?.isUnsure, true);
});

test('the business is meant by he and they, and never by it', () => {
  const antecedents = new Antecedents();
  antecedents.nameSubject(LAWYER, WORDS);
  assert.equal(antecedents.find('he')?.side, 'business');
  assert.equal(antecedents.find('they')?.side, 'business');
  assert.equal(antecedents.find('it'), undefined);
});

test('whom the reviewer dealt with may be meant, or not', () => {
  const antecedents = new Antecedents();
  antecedents.nameObject(INSURER, WORDS);
  assert.equal(antecedents.find('they')?.isUnsure, true);
});

test('who is not spoken of for three sentences is meant no more, a pronoun keeps them in mind', () => {
  const antecedents = new Antecedents();
  antecedents.nameSubject(ADJUSTER, WORDS);
  for (const _ of [1, 2]) antecedents.beginSentence();
  assert.equal(antecedents.find('he')?.by, 'adjuster');
  for (const _ of [1, 2]) antecedents.beginSentence();
  assert.equal(antecedents.find('he')?.by, 'adjuster');
  for (const _ of [1, 2, 3]) antecedents.beginSentence();
  assert.equal(antecedents.find('he'), undefined);
});
