import { hash } from 'node:crypto';
import fc from 'fast-check';
import type { Dataset } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import { publishedReview } from '../../support/reviews.ts';
import { AWKWARD, AWKWARD_TEXTS } from '../artifacts/sample-datasets.ts';

const ASPECTS = ['price', 'first-contact'].map((id) => ({
  id,
  name: `The “${id}”, as it is`,
  description: 'What it is about.',
  terms: [id],
}));

/** What means something to CSV, spreadsheets, SQL or JSON, where it stands first and last. */
const TEXTS: readonly string[] = [
  ...AWKWARD_TEXTS,
  '=HYPERLINK("https://evil.example","pay")',
  '+1 512 555 0142',
  '-5 stars',
  '@SUM(1,2)',
  '\t=1',
  '\r=1',
  "'tis fine",
  "''",
  "'=1",
  ...['＝1+1', '＋1+1', '－1+1', '＠1+1'],
  '"',
  '""',
  'a,"b",\'c\';d|e',
  'lone\rreturn',
  'lone\nfeed',
  'both\r\nof them\r\n',
  '\n',
  ' blanks at both ends ',
  'NULL',
  'NaN',
  'true',
  '007',
  '1e5',
  '2026-10-03',
  '[1,2]',
  '\\N',
  'back\\slash; and semicolon;',
  '\u{10ffff}\ue000',
  'x'.repeat(64 * 1024),
  'ä😀,"\r\n'.repeat(5_000),
];

const PRICE = { id: 'price', about: 'business', confidence: 0.5 } as const;

const ALL_MEMBERS: NonNullable<Parameters<typeof publishedReview>[0]> = {
  dateCreated: '2026-10-03T23:30:00.123456+02:00',
  dateModified: '2026-10-05',
  name: '=title, "quoted"',
  publisher: '@Google, Inc.',
  isBasedOn: 'https://maps.example/r?a=1,2',
  ...mentioning(['María López', 'Semi;colon \\ Back', "'Quote"]),
  mentionedServices: ['car-accident', 'divorce'],
  mentionedServiceAreas: ['fairhaven'],
  sentiment: { label: 'mixed', score: -0.25 },
  aspects: [
    { ...PRICE, sentiment: 'negative', score: -0.75, quote: '=Too dear,', start: 0, end: 10 },
    {
      ...PRICE,
      ...{ sentiment: 'positive', score: 1, quote: 'but "fair"\r\n', start: 11, end: 23 },
      quotable: false,
    },
    {
      ...{ id: 'first-contact', about: 'other', sentiment: 'neutral', score: 0, confidence: 0.1 },
      ...{ quote: 'ü', start: 24, end: 25 },
    },
  ],
  people: [
    {
      ...{ id: 'maria-lopez', sentiment: 'positive', score: 0.5, confidence: 1 },
      ...{ quote: '=Too dear,', start: 0, end: 10, quotable: false },
    },
    {
      ...{ id: 'maria-lopez', sentiment: 'negative', score: -1, confidence: 0.9 },
      ...{ quote: 'ü', start: 24, end: 25 },
    },
  ],
  ownerReply: { text: '-Thanks 👍\n', datePublished: '2026-10-07', dateModified: '2026-10-08' },
  relationship: 'family',
};

/** Mentions of people by their names, each with an id of its own. */
function mentioning(names: readonly string[]) {
  return {
    mentionedTechnicians: [...names],
    mentionedTechnicianIds: names.map((name) => `person-${hash('sha256', name).slice(0, 16)}`),
  };
}

/** Each text as title, body and reply, a record with all optional members, and ones without any. */
export const AWKWARD_REVIEWS: readonly Review[] = [
  publishedReview({ ...ALL_MEMBERS, id: '-all-', ratingValue: 4.5, reviewBody: '=Too dear,' }),
  publishedReview({ id: 'bare', ratingValue: 1, reviewBody: '', aspects: [] }),
  publishedReview({ id: 'none', ownerReply: { text: 'Thank you.' } }),
  publishedReview({ id: 'edited', ownerReply: { text: 'Thank you.', dateModified: '2026-10-08' } }),
  ...TEXTS.map((text, index) =>
    publishedReview({
      id: `text-${index}`,
      author: { '@type': 'Person', name: text },
      name: text,
      reviewBody: text,
      ownerReply: { text, datePublished: '2026-10-04' },
    }),
  ),
];

/** The dataset that holds some reviews, whoever and whatever they mention. */
export function datasetWith(reviews: readonly Review[]): Dataset {
  const named = reviews.flatMap(({ mentionedTechnicianIds, mentionedTechnicians }) =>
    mentionedTechnicianIds.map((id, at) => [id, mentionedTechnicians[at] ?? ''] as const),
  );
  return {
    ...AWKWARD,
    technicians: [...new Map(named)].map(([id, name]) => ({
      ...{ id, name, jobTitle: 'Guest', aliases: [], unambiguous: false },
    })),
    aspects: ASPECTS,
    reviews,
  };
}

const day = fc.integer({ min: -20_000, max: 40_000 }).map((days) => {
  return new Date(days * 86_400_000).toISOString().slice(0, 10);
});
const text = fc.oneof(
  fc.constantFrom(...TEXTS.filter(({ length }) => length < 1_000)),
  fc.string({ unit: fc.constantFrom(...'=+-@＝＠\t\r\n\'";,\\ aä😀ש') }),
  fc.string({ unit: 'grapheme' }).filter((some) => !some.includes('\0')),
);
const some = text.filter((one) => one !== '');
const score = fc.integer({ min: -1000, max: 1000 }).map((thousandths) => thousandths / 1000);
const clause = fc
  .tuple(fc.constantFrom(...(ALL_MEMBERS.aspects ?? [])), text, score)
  .map(([one, quote, score]) => ({ ...one, quote, score }));
/** All members of a review, some of which each has. */
const members = fc
  .tuple(text, some, day, fc.array(some, { maxLength: 4 }), fc.array(clause))
  .map(([reviewBody, name, date, people, aspects]) => ({
    ...ALL_MEMBERS,
    ...mentioning(people),
    author: { '@type': 'Person' as const, name },
    ...{ reviewBody, name, aspects, datePublished: date, dateModified: date, ratingValue: 2.5 },
    ownerReply: { text: name, datePublished: date },
  }))
  .chain((all) => {
    const names = Object.keys(all).filter((name) => !name.startsWith('mentionedT'));
    return fc.subarray(names).map((left) => without(all, left));
  });

function without<Members extends object>(all: Members, names: readonly string[]): Partial<Members> {
  const kept = { ...all };
  for (const name of names) Reflect.deleteProperty(kept, name);
  return kept;
}

/** Reviews with any members and awkward texts. */
export const anyReviews: fc.Arbitrary<readonly Review[]> = fc
  .uniqueArray(fc.tuple(fc.stringMatching(/^[a-z0-9-]{4,8}$/), members), {
    selector: ([id]) => id,
    maxLength: 12,
  })
  .map((made) => made.map(([id, changes]) => publishedReview({ ...changes, id })));
