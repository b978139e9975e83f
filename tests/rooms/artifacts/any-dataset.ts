import fc from 'fast-check';
import type { Content } from '#dataset/content.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import { isPrintable } from '#dataset/read/decode-text.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { contentOf } from '../../support/reviews.ts';
import {
  AWKWARD_BUSINESS,
  AWKWARD_TEXTS,
  BASE_URL,
  NAMED,
  SERVICE_AREAS,
  SERVICES,
  TECHNICIANS,
} from './sample-datasets.ts';

const dayOf = (days: number) => new Date(Date.UTC(2025, 8, 1 + days)).toISOString().slice(0, 10);

const text = fc.oneof(
  fc.constantFrom('', ...AWKWARD_TEXTS, 'Maria López after a car crash', 'A divorce in Mill Brook'),
  fc
    .string({ unit: 'grapheme', maxLength: 40 })
    .filter(isPrintable)
    .map((some) => some.trim()),
);
const line = text.map((some) => some.replaceAll(/[\r\n]+/g, ' ').trim() || 'Jane D.');
const day = fc.nat(60).map(dayOf);
const listOf = (entities: readonly { readonly id: string }[]) =>
  fc.subarray(entities.map(({ id }) => id));

const verification = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      status: fc.constant('verified' as const),
      method: fc.constantFrom('invitation' as const, 'document' as const),
      date: day,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ status: 'pending' } as const) },
  {
    weight: 1,
    arbitrary: day.map((date) => ({ status: 'withheld', reason: 'spam', date }) as const),
  },
);

const required = fc.record({
  id: fc.stringMatching(/^[a-z0-9-]{4,8}$/),
  author: fc.record({ name: line }),
  published: fc.nat(60),
  rating: fc.integer({ min: 2, max: 10 }).map((halves) => halves / 2),
  source: fc.record({ name: fc.constantFrom('Google', 'Yelp', 'Direct') }),
  verification,
  relationship: fc.constantFrom('none' as const, 'employee' as const),
  reviewBody: text,
});
const optional = fc.record(
  {
    name: line,
    inLanguage: fc.constantFrom('en', 'es-MX'),
    technicians: listOf(TECHNICIANS),
    services: listOf(SERVICES),
    serviceAreas: listOf(SERVICE_AREAS),
  },
  { requiredKeys: [] },
);
/** Whole hours of the day, and days after another. */
const times = fc.record(
  { hour: fc.nat(23), modified: fc.nat(60), replied: fc.option(fc.nat(60)) },
  { requiredKeys: [] },
);

const stored: fc.Arbitrary<StoredReview> = fc
  .tuple(required, optional, times)
  .map(([{ published, ...same }, more, { hour, modified, replied }]) => ({
    ...same,
    ...more,
    datePublished: dayOf(published),
    ...(hour !== undefined && {
      dateCreated: `${dayOf(published)}T${String(hour).padStart(2, '0')}:05:00-06:00`,
    }),
    ...(modified !== undefined && { dateModified: dayOf(published + modified) }),
    ...(replied !== undefined && {
      ownerReply: {
        text: 'Thank you.',
        ...(replied !== null && { datePublished: dayOf(published + replied) }),
      },
    }),
  }));

/** Content that the checks would let pass, with awkward texts, mentions and evidence. */
export const anyContent: fc.Arbitrary<Content> = fc
  .record({
    reviews: fc.uniqueArray(stored, { selector: ({ id }) => id, maxLength: 25 }),
    removed: fc.uniqueArray(fc.stringMatching(/^gone-[a-z0-9]{1,3}$/), { maxLength: 4 }),
    dateRemoved: day,
    business: fc.constantFrom(AWKWARD_BUSINESS, contentOf().business),
    evidence: fc.nat(25),
  })
  .map(({ reviews, removed, dateRemoved, business, evidence }) => {
    const cited = reviews[evidence]?.id;
    const claim = { evidence: [cited ?? ''], dateModified: '2025-09-09' };
    return contentOf({
      ...NAMED,
      business,
      reviews,
      removals: removed.map((id) => ({ id, dateRemoved, reason: 'spam' as const })),
      questions:
        cited === undefined ? [] : [{ id: 'fees', question: 'A?', answer: 'B.', ...claim }],
    });
  });

/** The dataset of such content. */
export const anyDataset: fc.Arbitrary<Dataset> = anyContent.map((content) =>
  createDataset(content, BASE_URL),
);
