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

const query = { min_rating: 4, limit: 2, sort: 'oldest' } as const;
const search = await client.GET('/api/reviews/search', { params: { query } });
if (search.error) throw new Error(search.error.detail);
const total: number = search.data.total;
// @ts-expect-error: as above.
search.data.reviews.map(({ id }) => id) satisfies number[];

const changes = await client.GET('/api/reviews/changes');
if (changes.error) throw new Error(changes.error.detail);
// With format=ndjson it would be text.
if (typeof changes.data === 'string') throw new Error(changes.data);
const kinds: readonly ('added' | 'edited' | 'removed')[] = changes.data.changes.map(
  ({ kind }) => kind,
);

// @ts-expect-error: there are five stars.
const refused = await client.GET('/api/reviews/search', { params: { query: { sort: 'x' } } });
const code = refused.error?.code;

console.log(JSON.stringify({ author, aspect, total, kinds, code }));
