// Compiled beside what openapi-typescript makes of the description, by the test next to this folder.
import createClient from 'openapi-fetch';
import type { paths } from './openapi-fetch-types.js';

declare const process: { readonly argv: readonly string[] };

const client = createClient<paths>({ baseUrl: process.argv[2] ?? '' });

const reviews = await client.GET('/reviews.json');
if (reviews.error) throw new Error(reviews.error.detail);
const author: string | undefined = reviews.data.reviews[0]?.author.name;
// @ts-expect-error: it is text, and neither any nor unknown.
reviews.data.reviews[0]?.author.name satisfies number | undefined;

const insights = await client.GET('/insights.json');
if (insights.error) throw new Error(insights.error.detail);
const aspect: string | undefined = insights.data.aspects[0]?.name;
// @ts-expect-error: as above.
insights.data.aspects[0]?.name satisfies number | undefined;

const feed = await client.GET('/api/feed.json');
if (feed.error) throw new Error(feed.error.detail);
const title: string | undefined = feed.data.items[0]?.title;
// @ts-expect-error: as above.
feed.data.items[0]?.title satisfies number | undefined;

const search = await client.GET('/api/reviews/search', {
  params: { query: { min_rating: 4, limit: 2, sort: 'oldest' } },
});
if (search.error) throw new Error(search.error.detail);
const total: number = search.data.total;
const found: string[] = search.data.reviews.map(({ id }) => id);
// @ts-expect-error: as above.
search.data.reviews.map(({ id }) => id) satisfies number[];

const stats = await client.GET('/api/reviews/stats', { params: { query: { group_by: 'year' } } });
if (stats.error) throw new Error(stats.error.detail);
const years: string[] = stats.data.buckets.map(({ key }) => key);

const date = '2026-01-01';
const since = await client.GET('/api/reviews/since/{date}', { params: { path: { date } } });
if (since.error) throw new Error(since.error.detail);
const count: number = since.data.count;

const changes = await client.GET('/api/reviews/changes');
if (changes.error) throw new Error(changes.error.detail);
// With format=ndjson it would be text.
if (typeof changes.data === 'string') throw new Error(changes.data);
const next: string = changes.data.next;
const kinds: readonly ('added' | 'edited' | 'removed')[] = changes.data.changes.map(
  ({ kind }) => kind,
);

const path = { id: reviews.data.reviews[0]?.id ?? '' };
const review = await client.GET('/reviews/{id}.json', { params: { path } });
if (review.error) throw new Error(review.error.detail);
const text: string = review.data.reviewBody;

// @ts-expect-error: there are five stars.
const refused = await client.GET('/api/reviews/search', { params: { query: { sort: 'x' } } });
const code = refused.error?.code;

console.log(
  JSON.stringify({ author, aspect, title, total, found, years, count, next, kinds, text, code }),
);
