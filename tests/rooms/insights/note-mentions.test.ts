import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dataset } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import { rememberNoted } from '#insights/noted-review.ts';
import { publishedReview } from '../../support/reviews.ts';
import { datasetOf } from '../artifacts/sample-datasets.ts';
import { mentionOf } from './mention-of.ts';

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

const notesOf = (review: Review, noter = rememberNoted()(DATASET)) =>
  noter.noteReview(review).statements[0]?.notes;

test('of a mention is noted what it says by its terms, and what it names', () => {
  assert.deepEqual(notesOf(REVIEW), {
    ...{ terms: ['called back'], worth: 2 / 3 },
    ...{ services: ['divorce'], places: ['brook'] },
  });
});

/** Each is another dataset of which the notes of the review are others. */
const CHANGES: Readonly<Record<string, Partial<Dataset>>> = {
  'the terms of an aspect': { aspects: [{ ...CALLS, terms: ['on', 'called back'] }, FEES] },
  'the ids of aspects': { aspects: [{ ...CALLS, id: 'other' }, FEES] },
  'the name of the business': { business: { ...DATASET.business, name: 'Called Back' } },
  'the name of a person': { technicians: [{ ...LINDA, name: 'Called Back' }] },
  'the words for a service': { services: [{ id: 'divorce', name: 'Divorce', aliases: [] }] },
  'the words for a place': { serviceAreas: [{ id: 'brook', name: 'Mill Brook', aliases: [] }] },
};

test('where anything changes that notes depend on, they are taken again', () => {
  for (const [what, change] of Object.entries(CHANGES)) {
    const remembered = rememberNoted();
    const before = notesOf(REVIEW, remembered(DATASET));
    assert.equal(notesOf(REVIEW, remembered({ ...DATASET, language: 'es' })), before);
    const changed = { ...DATASET, ...change };
    const after = notesOf(REVIEW, remembered(changed));
    assert.notDeepEqual(after, before, what);
    assert.deepEqual(after, notesOf(REVIEW, rememberNoted()(changed)), what);
  }
});

const noted = (
  changes: Parameters<typeof mentionOf>[0],
  others = [mentionOf({ about: 'other' })],
) => notesOf({ ...REVIEW, aspects: [mentionOf(changes), ...others] });

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
