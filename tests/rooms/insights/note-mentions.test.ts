import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dataset } from '#dataset/dataset.ts';
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

const notesOf = (noter = rememberNoted()(DATASET)) => noter.noteReview(REVIEW).statements[0]?.notes;

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
    const before = notesOf(remembered(DATASET));
    assert.equal(notesOf(remembered({ ...DATASET, language: 'es' })), before);
    const changed = { ...DATASET, ...change };
    const after = notesOf(remembered(changed));
    assert.notDeepEqual(after, before, what);
    assert.deepEqual(after, notesOf(rememberNoted()(changed)), what);
  }
});
