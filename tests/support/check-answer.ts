import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { artifactAt } from '#artifacts/catalog.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { editionsIn } from './numbered-content.ts';

export type RawAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

const DECODE: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  identity: (bytes) => bytes,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
  gzip: gunzipSync,
};

/** Whether a target is answered from the data of a release; the others are pages. */
export function isData(target: string): boolean {
  return target.startsWith('/api/') || artifactAt(target) !== undefined;
}

/**
 * Holds a 200 against itself: it is whole, decodes, is what its ETag says, and is made of one
 * edition. Returns that edition, where something in it tells, and how much a search has found.
 */
export function checkWhole(
  target: string,
  { headers, body }: RawAnswer,
): { readonly edition: number | undefined; readonly total: number } {
  assert.equal(headers['content-length'], String(body.length), 'Content-Length');
  const decoded = DECODE[headers['content-encoding'] ?? 'identity']?.(body);
  assert.ok(decoded, 'Content-Encoding');
  // What since answers is put together as it is sent; its tag covers what determines the bytes.
  if (!target.startsWith('/api/reviews/since/')) assert.equal(headers.etag, strongEtag(body));
  const text = decoded.toString('utf8');
  if (headers['content-type']?.includes('json')) JSON.parse(text);
  if (text.includes('<html')) assert.match(text, /<\/html>\s*$/);
  if (target === '/feed.xml') assert.match(text, /<\/feed>\s*$/);
  const editions = editionsIn(text);
  assert.ok(editions.length <= 1, `editions ${editions.join()} at once`);
  return { edition: editions[0], total: Number(/^\{"total":(\d+),/.exec(text)?.[1] ?? 0) };
}
