// Compiled beside what @hey-api/openapi-ts makes of the description, by the test next to this folder.

import { client } from './hey-api-client/client.gen.js';
import {
  getFeed,
  getInsights,
  getReview,
  getReviewChanges,
  getReviewStats,
  getReviews,
  getReviewsSince,
  searchReviews,
} from './hey-api-client/index.js';

declare const process: { readonly argv: readonly string[] };

client.setConfig({ baseUrl: process.argv[2] ?? '' });

const reviews = await getReviews({ throwOnError: true });
const author: string | undefined = reviews.data.reviews[0]?.author.name;
// @ts-expect-error: it is text, and neither any nor unknown.
reviews.data.reviews[0]?.author.name satisfies number | undefined;

const insights = await getInsights({ throwOnError: true });
const aspect: string | undefined = insights.data.aspects[0]?.name;
// @ts-expect-error: as above.
insights.data.aspects[0]?.name satisfies number | undefined;

const feed = await getFeed({ throwOnError: true });
const title: string | undefined = feed.data.items[0]?.title;
// @ts-expect-error: as above.
feed.data.items[0]?.title satisfies number | undefined;

const search = await searchReviews({
  query: { min_rating: 4, limit: 2, sort: 'oldest' },
  throwOnError: true,
});
const total: number = search.data.total;
const found: string[] = search.data.reviews.map(({ id }) => id);
// @ts-expect-error: as above.
search.data.reviews.map(({ id }) => id) satisfies number[];

const stats = await getReviewStats({ query: { group_by: 'year' }, throwOnError: true });
const years: string[] = stats.data.buckets.map(({ key }) => key);

const date = '2026-01-01';
const since = await getReviewsSince({ path: { date }, throwOnError: true });
const count: number = since.data.count;

const changes = await getReviewChanges({ throwOnError: true });
// With format=ndjson it would be text.
if (typeof changes.data === 'string') throw new Error(changes.data);
const next: string = changes.data.next;
const kinds: readonly ('added' | 'edited' | 'removed')[] = changes.data.changes.map(
  ({ kind }) => kind,
);

const path = { id: reviews.data.reviews[0]?.id ?? '' };
const review = await getReview({ path, throwOnError: true });
const text: string = review.data.reviewBody;

// @ts-expect-error: there are five stars.
const refused = await searchReviews({ query: { sort: 'x' } });
const code = refused.error?.code;

console.log(
  JSON.stringify({ author, aspect, title, total, found, years, count, next, kinds, text, code }),
);
