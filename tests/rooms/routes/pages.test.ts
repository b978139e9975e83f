import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { renderTinyPage } from '../../support/pages.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';

const { release } = await makeRelease();
const PATH = '/reviews/review-a/';
const HTML = { Accept: 'text/html' };

/** The sample with as many short reviews more. */
const shortContent = (count: number) => ({
  ...SAMPLE_CONTENT,
  ...Object.assign(
    {},
    ...Array.from({ length: count }, (_, index) => sampleReview(`more-${index}`, '2026-10-01')),
  ),
});

// tests/rooms/render/asked-page.test.ts holds which questions share a page, tests/contract the text of pages.

test('a page that throws for one review is a 500, others are served, and the release stays', async (t) => {
  const { url, log } = await startInProcess(t, {
    release,
    render: async (path, source) => {
      if (path === PATH) throw new Error('This review cannot be shown.');
      return renderTinyPage(path, source);
    },
  });
  const page = await ask(url, PATH, { headers: HTML });
  assert.deepEqual([page.status, page.headers['cache-control']], [500, 'no-store']);
  assert.match(page.text, /<h1>This page cannot be shown<\/h1>.*<\/html>/s);
  assert.doesNotMatch(page.text, /This review cannot/);
  const data = await ask(url, PATH);
  assert.deepEqual([data.status, data.headers['content-type']], [500, 'application/json']);
  const failures = log.filter(({ msg }) => msg === 'a page cannot be rendered');
  assert.deepEqual([failures.length, failures[0]?.path], [2, PATH], 'a line a rendering');
  assert.match(JSON.stringify(failures[0]), /This review cannot be shown/);
  for (const target of ['/', '/reviews/review-b/', '/reviews.json', '/healthz']) {
    assert.equal((await ask(url, target)).status, 200, target);
  }
});

test('a crawler that opens 150 pages, 16 at a time, gets every one, also where it hangs up and comes back', async (t) => {
  const COUNT = 150;
  const { release: large } = await makeRelease(shortContent(COUNT));
  const { url } = await startInProcess(t, { release: large });
  const paths = (await large.published.newest(COUNT)).map(({ id }) => `/reviews/${id}/`).entries();
  const statuses = new Map<number, number>();
  const crawl = async () => {
    for (const [index, path] of paths) {
      if (index % 2) {
        const hangUp = new AbortController();
        const lost = ask(url, path, { headers: HTML, signal: hangUp.signal });
        await setImmediate();
        hangUp.abort();
        await lost.catch(() => {});
      }
      const { status } = await ask(url, path, { headers: HTML });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 16 }, crawl));
  assert.deepEqual([...statuses], [[200, COUNT]]);
});
