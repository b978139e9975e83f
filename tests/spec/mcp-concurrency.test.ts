import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { ReviewSource } from '#search/review-source.ts';
import type { Release } from '../../sidecar/release/release.ts';
import { startInProcess } from '../support/in-process.ts';
import { askStateless, openSession, resultOf } from '../support/mcp-client.ts';
import { numberedContent } from '../support/numbered-content.ts';
import { makeRelease } from '../support/release.ts';

const CALLS = 12;
const { release } = await makeRelease(numberedContent(1, 20));

const Found = z.object({ limit: z.int(), count: z.int(), reviews: z.array(z.unknown()) });

/** The same release, whose searches are answered when they are let go, the last one first. */
function holdSearches(held: Release) {
  const waiting: (() => void)[] = [];
  let reached: () => void = () => {};
  const all = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const search: ReviewSource['search'] = async (query) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === CALLS) reached();
    });
    return held.source.search(query);
  };
  return {
    held: { ...held, source: { ...held.source, search } },
    /** Resolves when all calls wait for their search. */
    all,
    letGo: () => {
      for (const resolve of waiting.reverse()) resolve();
    },
  };
}

/** Asks for 1 to 12 reviews at once, all with the same id. */
function askAtOnce(ask: (params: { name: string; arguments: object }) => Promise<unknown>) {
  return Promise.all(
    Array.from({ length: CALLS }, (_, index) =>
      ask({ name: 'search_reviews', arguments: { limit: index + 1 } }),
    ),
  );
}

function checkEach(contents: readonly unknown[]): void {
  for (const [index, content] of contents.entries()) {
    const { limit, count, reviews } = Found.parse(content);
    assert.deepEqual([limit, count, reviews.length], [index + 1, index + 1, index + 1]);
  }
}

for (const version of ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']) {
  test(`M33 ${version}: 12 calls with one id get 12 right answers, in whatever order they are found`, async (t) => {
    const { held, all, letGo } = holdSearches(release);
    const { url } = await startInProcess(t, { release: held });
    const session = version === '2026-07-28' ? undefined : await openSession(url, version);
    const answers = askAtOnce(async (params) => {
      const asked = session?.ask('tools/call', params) ?? askStateless(url, 'tools/call', params);
      return resultOf(await asked).structuredContent;
    });
    await all;
    letGo();
    checkEach(await answers);
  });
}

test('M33: both eras at once, with one id, do not disturb each other', async (t) => {
  const { url } = await startInProcess(t, { release });
  const session = await openSession(url, '2025-11-25');
  const [first, second] = await Promise.all([
    askAtOnce(
      async (params) => resultOf(await session.ask('tools/call', params)).structuredContent,
    ),
    askAtOnce(
      async (params) => resultOf(await askStateless(url, 'tools/call', params)).structuredContent,
    ),
  ]);
  checkEach(first);
  checkEach(second);
});

test('M32: a call that a new release overtakes is answered from the one that it began with', async (t) => {
  const { release: next } = await makeRelease(numberedContent(2, 20));
  const { held, all, letGo } = holdSearches(release);
  const { url, current } = await startInProcess(t, { release: held });
  const session = await openSession(url);
  const ask = (params: object) => session.ask('tools/call', params);
  const answers = askAtOnce(async (params) => resultOf(await ask(params)));
  await all;
  await current.swap(next);
  letGo();
  const etagOf = ({ files }: Release) => files.get('/reviews.json')?.identity.etag;
  for (const answer of await answers) {
    const text = JSON.stringify(answer);
    assert.ok(text.includes('edition-1.') && !text.includes('edition-2.'));
    assert.partialDeepStrictEqual(answer, { _meta: { etag: etagOf(release) } });
  }
  const after = await session.call('search_reviews', { limit: 20 });
  const text = JSON.stringify(after);
  assert.ok(text.includes('edition-2.') && !text.includes('edition-1.'));
  assert.partialDeepStrictEqual(after, { _meta: { etag: etagOf(next) } });
});
