import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import type { ZodType } from 'zod';
import { MCP_PATH } from '#agents/server-info.ts';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { FeedDocument } from '#artifacts/json-feed.ts';
import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { ErrorBody } from '#search/issue.ts';
import { SearchResult } from '#search/search-result.ts';
import { SinceResult } from '#search/since.ts';
import {
  type ArbitraryRequest,
  anyRequests,
  validRequests,
} from '../support/arbitrary-requests.ts';
import { type Answered, ask } from '../support/ask.ts';
import { type DescribedOperation, readDescription } from '../support/description.ts';
import { startService } from '../support/service.ts';

fc.configureGlobal({ seed: 20_261_120 });

const { url } = await startService({ after });
// The hub and MCP, whose errors have forms of their own, are held against the description by their
// own tests.
const operations = readDescription((await ask(url, '/.well-known/openapi.json')).json()).filter(
  ({ path }) => path !== HUB_PATH && path !== MCP_PATH,
);

/** The strict schemas of the source: the description forbids no further members, these do. */
const STRICT: Readonly<Record<string, ZodType>> = {
  getReviews: ReviewsDocument,
  getInsights: InsightsDocument,
  getFeed: FeedDocument,
  searchReviews: SearchResult,
  getReviewsSince: SinceResult,
};

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

/** Bodies that were found right, by path and tag; most answers are one that was seen. */
const known = new Set<string>();

function checkBody(operation: DescribedOperation, answered: Answered): void {
  const { status, headers } = answered;
  const mediaType = String(headers['content-type']);
  const { content } = operation.responses[status] ?? { content: {} };
  assert.ok(Object.keys(content).includes(mediaType), `${mediaType} is described for ${status}`);
  const seen = `${operation.path} ${status} ${headers.etag}`;
  if (status === 206 || (headers.etag && known.has(seen))) return;
  known.add(seen);
  const decode = DECODERS[String(headers['content-encoding'])];
  const text = (decode?.(answered.body) ?? answered.body).toString('utf8');
  const body = mediaType.endsWith('json') ? JSON.parse(text) : text;
  assert.equal(operation.faultOf(status, mediaType, body), undefined);
  if (status === 200) STRICT[operation.operationId]?.parse(body);
  if (status >= 400) assert.equal(ErrorBody.parse(body).status, status);
}

/** Asks, and holds the answer against what the description says of the operation. */
async function checkAnswer(operation: DescribedOperation, request: ArbitraryRequest) {
  const answered = await ask(url, request.target, { headers: request.headers });
  const { status, headers, body } = answered;
  const described = operation.responses[status];
  assert.ok(described, `${status} is described for ${operation.path}`);
  for (const [name, { required }] of Object.entries(described.headers)) {
    if (required) assert.ok(headers[name.toLowerCase()], `${name} of ${status}`);
  }
  if (Object.keys(described.content).length > 0) checkBody(operation, answered);
  else assert.equal(body.length, 0);
  return answered;
}

test('§4 every read operation is described', () => {
  const ids = operations.map(({ operationId }) => operationId);
  for (const id of Object.keys(STRICT)) assert.ok(ids.includes(id), id);
});

test('§4 a body that is not as described would be noticed', () => {
  for (const { operationId, faultOf } of operations) {
    if (STRICT[operationId]) assert.match(String(faultOf(200, 'application/json', {})), /required/);
    assert.match(String(faultOf(405, 'application/json', { status: 'x' })), /required/);
  }
});

for (const operation of operations) {
  const { operationId, parameters } = operation;
  const hasMany = parameters.some((parameter) => parameter.in !== 'header');

  test(`§4 §9 ${operationId}: what is described as valid is answered 200 as described`, async () => {
    await fc.assert(
      fc.asyncProperty(validRequests(operation), async (request) => {
        const { status, text } = await checkAnswer(operation, request);
        assert.equal(status, 200, text.slice(0, 500));
      }),
      { numRuns: hasMany ? 300 : 1 },
    );
  });

  test(`§4 §7 ${operationId}: whatever is sent is answered as described`, async () => {
    await fc.assert(
      fc.asyncProperty(anyRequests(operation), async (request) => {
        await checkAnswer(operation, request);
      }),
      { numRuns: hasMany ? 1000 : 100 },
    );
  });

  test(`§7 ${operationId}: another method is answered as described`, async () => {
    const target = operation.path.replace('{date}', '2026-01-01');
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answered = await ask(url, target, { method });
      assert.equal(answered.status, 405);
      checkBody(operation, answered);
    }
  });
}
