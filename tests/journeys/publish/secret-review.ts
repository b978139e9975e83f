import assert from 'node:assert/strict';
import { CATALOG } from '#artifacts/catalog.ts';
import { FORMATS } from '#formats/formats.ts';
import { pathsOfReview } from '#release/page-addresses.ts';
import { SCHEMA_PATHS } from '#views/json-schemas.ts';
import { DESCRIPTIONS } from '#views/metadata/metadata.ts';
import { ask } from '../../support/ask.ts';
import { BUSINESS, type Files } from '../../support/content-files.ts';
import { findWords } from '../../support/find-words.ts';
import { sampleReview } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';

/** The review that is taken down: its words stand in no other. */
export const SECRET_ID = 'review-5';
export const SECRETS = ['Zaubertrank', 'Nemo Geheim', 'Quixotic', 'Geheimportal'] as const;
export const TOMBSTONE = `- { id: ${SECRET_ID}, dateRemoved: 2026-11-20, reason: author-request }\n`;
export const TAKEN_DOWN = { 'removed.yaml': TOMBSTONE };

const DAYS = ['15', '14', '13', '12', '11', '10', '09', '08', '07', '06', '05', '04', '03', '02'];

const SECRET = sampleReview(
  SECRET_ID,
  '2026-10-10',
  {
    author: '{ name: Nemo Geheim }',
    name: 'Quixotic, but kind',
    source: '{ name: Geheimportal }',
    ownerReply: '{ text: Thanks., datePublished: 2026-10-11 }',
  },
  'They brewed me a Zaubertrank, and I was informed of every step.',
);
export const SECRET_FILE = Object.keys(SECRET)[0] ?? '';
export const SECRET_TEXT = SECRET[SECRET_FILE] ?? '';

/** Fourteen reviews, of which the secret one is cited as evidence, too. */
export const SECRET_CONTENT: Files = {
  'business.yaml': BUSINESS,
  'faq.yaml': `- { id: fees, question: Was it dear?, answer: No., evidence: [${SECRET_ID}, review-1], dateModified: 2026-10-01 }\n`,
  ...Object.assign(
    {},
    ...DAYS.map((day, index) =>
      index === 5
        ? SECRET
        : sampleReview(`review-${index}`, `2026-10-${day}`, {}, `Text number ${index}.`),
    ),
  ),
};

export const OWN_PAGE = `/reviews/${SECRET_ID}/`;
/** Where it is published by itself. */
export const OWN_PATHS = pathsOfReview(SECRET_ID);
/** Pages that show something of the secret review. */
export const SHOWING = [
  '/reviews/',
  '/insights/',
  '/archive/2026/10/',
  '/reviews/review-4/',
  '/reviews/review-6/',
] as const;

/** Everything in which a word of a review could stand. */
const EVERYWHERE = [
  ...CATALOG.map(({ path }) => path),
  '/',
  '/reviews/',
  ...['query=zaubertrank', 'source=geheimportal', 'has_reply=true', 'sort=lowest'].map(
    (asked) => `/reviews/?${asked}`,
  ),
  '/insights/',
  '/methodology/',
  '/archive/',
  '/archive/2026/10/',
  '/feeds/',
  '/404.html',
  '/no-such-page/',
  ...DAYS.flatMap((_, index) => pathsOfReview(`review-${index}`)),
  '/sitemap.xml',
  ...FORMATS.map(({ path }) => path),
  ...DESCRIPTIONS.keys(),
  ...SCHEMA_PATHS,
  ...['/archive/2026/10/feed.xml', '/archive/2026/10/feed.json'],
  ...['query=zaubertrank', 'query=brewed', 'sort=oldest', 'has_reply=true', 'limit=20'].flatMap(
    (asked) => [`/feed.xml?${asked}`, `/api/feed.json?${asked}`],
  ),
  '/api/reviews/search?limit=100',
  '/api/reviews/search.csv',
  ...['zaubertrank', 'informed', 'brewed'].map((word) => `/api/reviews/search?query=${word}`),
  ...['newest', 'oldest', 'highest', 'lowest'].map(
    (sort) => `/api/reviews/search?limit=100&sort=${sort}`,
  ),
  // The hints name all sources.
  '/api/reviews/search?source=nowhere',
  '/api/reviews/stats?group_by=source,language,month',
  '/api/reviews/since/2026-10-10',
  '/api/reviews/since/2020-01-01',
  '/healthz',
  '/readyz',
];

/** Where a service shows a word of the review, in some codings or as it is. */
export function findSecrets(
  url: string,
  more: readonly string[] = [],
  codings: readonly string[] = ['identity'],
): Promise<string[]> {
  return findWords(url, [...EVERYWHERE, ...more], SECRETS, codings);
}

export async function isTakenDown(url: string): Promise<boolean> {
  return (await ask(url, OWN_PAGE)).status === 410;
}

/** Waits for the takedown; from then on nothing shows a word of the review. */
export async function assertTakenDown(url: string): Promise<void> {
  await waitUntil('the takedown', () => isTakenDown(url));
  assert.deepEqual(await findSecrets(url), []);
}
