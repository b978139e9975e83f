// Compiled beside what @hey-api/openapi-ts makes of the description, by the test next to this folder.

import { client } from './hey-api-client/client.gen.js';
import {
  getInsights,
  getReviewChanges,
  getReviews,
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

const query = { min_rating: 4, limit: 2, sort: 'oldest' } as const;
const search = await searchReviews({ query, throwOnError: true });
const total: number = search.data.total;
// @ts-expect-error: as above.
search.data.reviews.map(({ id }) => id) satisfies number[];

const changes = await getReviewChanges({ throwOnError: true });
// With format=ndjson it would be text.
if (typeof changes.data === 'string') throw new Error(changes.data);
const kinds: readonly ('added' | 'edited' | 'removed')[] = changes.data.changes.map(
  ({ kind }) => kind,
);

// @ts-expect-error: there are five stars.
const refused = await searchReviews({ query: { sort: 'x' } });
const code = refused.error?.code;

console.log(JSON.stringify({ author, aspect, total, kinds, code }));
