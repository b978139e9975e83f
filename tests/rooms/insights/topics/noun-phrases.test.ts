import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nounPhrasesIn, singularOf } from '#insights/topics/noun-phrases.ts';
import { runs } from '../../../support/at-length.ts';
import { holdsPhrase } from './naive-topics.ts';

const PHRASES = [
  ['The coffee machine was broken.', 'coffee machine'],
  ['They paid for my medical bills and my rental car.', 'medical bill', 'rental car'],
  ['A really friendly front desk, but no waiting room.', 'front desk', 'waiting room'],
  ['My case manager explained the settlement conference', 'case manager', 'settlement conference'],
  ['We sat in the business class lounge', 'business class lounge'],
  ['I talked to the insurance\ncompany', 'insurance company'],
  ['The Wi-Fi connection of the TV screens', 'tv screen'],
  ['the wi-fi connection', 'wi fi connection'],
  ['our family doctor said', 'family doctor'],
  ['each request form', 'request form'],
] as const;

test('nouns in a row between words of grammar are a phrase, whatever describes them', () => {
  for (const [text, ...phrases] of PHRASES) {
    assert.deepEqual([...nounPhrasesIn(text)], phrases, text);
  }
});

const NONE = [
  ...['good food', 'the good food was cheap', 'a poor quality', 'the best service', 'front desk'],
  ...['their last visit', 'after eighteen months', 'in 18 months', 'the next day', 'the lobby'],
  ...['on a Monday morning', 'the first time', 'I was rear ended', 'they look elsewhere'],
  ...['I highly recommend them', 'the people waiting', 'the hotel lobby bar counter'],
  ...['with Jane Doe', 'for Ms. Doe', 'the State Farm adjuster', 'the first class lounge'],
  ...['an 18 wheeler accident', "my lawyer's office", 'the coffee. Machine', 'the 🙂 desk'],
  ...['the coffee\n\nmachine', 'the coffee - machine', 'la recepción'],
];

test('opinions, dates, numbers, names, verbs and single nouns are none', () => {
  for (const text of NONE) assert.deepEqual([...nounPhrasesIn(text)], [], text);
});

test('a phrase is told once, whether its last word is in the singular or the plural', () => {
  const text = 'The phone call, my phone calls and THE PHONE CALLS. Our phone Calls.';
  assert.deepEqual([...nounPhrasesIn(text)], ['phone call']);
});

test('a plural has its singular, and words that only look like one stay', () => {
  const pairs = { companies: 'company', boxes: 'box', glasses: 'glass', cookies: 'cookie' };
  for (const [plural, singular] of Object.entries(pairs))
    assert.equal(singularOf(plural), singular);
  for (const word of ['gas', 'glass', 'status', 'analysis']) assert.equal(singularOf(word), word);
});

const anyText = fc
  .array(
    fc.constantFrom(
      ...['the', 'My', 'of', 'very', 'good', 'phone', 'CALLS', 'companies', 'wi-fi', 'desk', 'was'],
      ...['Jane', '12', 'waiting', '\n\n', '\n', '.', '🙂', 'café', '’', '-', ' - ', "'"],
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(' '));

test('a text holds each of its phrases, of two or three plain words', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.string({ unit: 'binary' })), (text) => {
      for (const phrase of nounPhrasesIn(text)) {
        assert.match(phrase, /^[a-z]{2,30}(?: [a-z]{2,30}){1,2}$/);
        assert.ok(holdsPhrase(text, phrase), phrase);
      }
    }),
    { numRuns: runs(500) },
  );
});
