import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dataset } from '#dataset/dataset.ts';
import { type MentionNotes, rememberNotes } from '#insights/notes/notes.ts';
import { publishedReview } from '../../../support/reviews.ts';
import { datasetOf } from '../../artifacts/sample-datasets.ts';
import { mentionOf } from '../mention-of.ts';

const LINDA = {
  ...{ id: 'linda', name: 'Linda Cho', aliases: ['Ms. Cho'] },
  ...{ jobTitle: 'Partner', unambiguous: true },
};
const CALLS = { id: 'calls', name: 'Calls', description: 'Calls.', terms: ['called back'] };
const FEES = {
  ...{ id: 'fees', name: 'Fees', description: 'Cost.' },
  terms: [{ term: 'fee', weight: 3 }],
};
const DATASET: Dataset = {
  ...datasetOf(),
  aspects: [CALLS, FEES],
  technicians: [LINDA],
  services: [{ id: 'divorce', name: 'Divorce', aliases: ['separation'] }],
  serviceAreas: [{ id: 'brook', name: 'Mill Brook', aliases: ['the Brook'] }],
};

const QUOTE = 'Linda called back on the separation in the Brook';
const REVIEW = publishedReview({
  reviewBody: QUOTE,
  aspects: [mentionOf({ id: 'calls', quote: QUOTE, end: QUOTE.length })],
  sentiment: { label: 'positive', score: 1 },
  mentionedTechnicianIds: ['linda'],
  mentionedServices: ['divorce'],
  mentionedServiceAreas: ['brook'],
});

test('of a mention is noted what it says by its terms, and whom and what it names', () => {
  assert.deepEqual(rememberNotes()(DATASET)(REVIEW), {
    phrases: [],
    mentions: [
      {
        ...{ terms: ['called back'], worth: 2 / 3 },
        ...{ people: ['linda'], services: ['divorce'], places: ['brook'] },
      },
    ],
  });
});

/** Each is another dataset of which the notes of the review are others. */
const CHANGES: Readonly<Record<string, Partial<Dataset>>> = {
  'the terms of an aspect': { aspects: [{ ...CALLS, terms: ['on', 'called back'] }, FEES] },
  'the ids of aspects': { aspects: [{ ...CALLS, id: 'other' }, FEES] },
  'the name of the business': { business: { ...DATASET.business, name: 'Called Back' } },
  'the name of a person': { technicians: [{ ...LINDA, name: 'Lind Cho' }] },
  'whether a first name is enough': { technicians: [{ ...LINDA, unambiguous: false }] },
  'the words for a service': { services: [{ id: 'divorce', name: 'Divorce', aliases: [] }] },
  'the words for a place': { serviceAreas: [{ id: 'brook', name: 'Mill Brook', aliases: [] }] },
};

test('where anything changes that notes depend on, they are taken again', () => {
  for (const [what, change] of Object.entries(CHANGES)) {
    const remembered = rememberNotes();
    const before = remembered(DATASET)(REVIEW);
    assert.equal(remembered({ ...DATASET, language: 'es' })(REVIEW), before);
    const changed = { ...DATASET, ...change };
    const after = remembered(changed)(REVIEW);
    assert.notDeepEqual(after, before, what);
    assert.deepEqual(after, rememberNotes()(changed)(REVIEW), what);
  }
});

const noted = (
  changes: Parameters<typeof mentionOf>[0],
  others = [mentionOf({ about: 'other' })],
) => rememberNotes()(DATASET)({ ...REVIEW, aspects: [mentionOf(changes), ...others] }).mentions[0];

test('criticism counts as that of a person only where they are the subject', () => {
  const people: readonly (readonly [string, Parameters<typeof mentionOf>[0], string[]?])[] = [
    ['I liked Linda', { sentiment: 'positive' }, ['linda']],
    ['They kept me from Linda', { sentiment: 'positive' }],
    ['They ignored Linda', { sentiment: 'negative' }],
    ['They ignored Linda', { sentiment: 'mixed' }],
    ['Linda ignored me', { sentiment: 'negative' }, ['linda']],
    ['Linda ignored me', { sentiment: 'mixed' }, ['linda']],
    ['Linda ignored me', { sentiment: 'neutral' }],
    ['Linda ignored me', { sentiment: 'negative', about: 'other' }],
  ];
  for (const [quote, changes, expected] of people) {
    assert.deepEqual(noted({ ...changes, quote })?.people, expected, quote);
  }
});

test('a quote is worth less where its clause says more of another aspect that it mentions', () => {
  const quote = 'They called back about the fee';
  const calls = { id: 'calls', quote, end: quote.length };
  const worthBeside = (other: Parameters<typeof mentionOf>[0]) =>
    noted(calls, [mentionOf({ id: 'fees', quote, end: quote.length, ...other })])?.worth;
  assert.equal(worthBeside({}), 0);
  assert.equal(worthBeside({ about: 'other' }), 2 / 3);
  assert.equal(worthBeside({ end: 4 }), 2 / 3);
  assert.equal(worthBeside({ start: 1 }), 2 / 3);
});

test('nothing is noted of what is never asked', () => {
  const none: MentionNotes = {};
  assert.deepEqual(noted({ id: 'calls', quote: QUOTE, about: 'other' }), none);
  const { sentiment: _, ...unread } = REVIEW;
  const text = { reviewBody: 'I saw the waiting room.' };
  assert.deepEqual(rememberNotes()(DATASET)({ ...REVIEW, ...text }).phrases, ['waiting room']);
  assert.deepEqual(rememberNotes()(DATASET)({ ...unread, ...text }).phrases, []);
});
