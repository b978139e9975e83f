import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../../scripts/generate/random.ts';
import { ask } from '../../support/ask.ts';
import { BUSINESS } from '../../support/content-files.ts';
import { createContentFolder } from '../../support/content-folder.ts';
import { saveFiles } from '../../support/edit-content.ts';
import { BASE_URL } from '../../support/release.ts';
import { sampleReview } from '../../support/sample-content.ts';
import { startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';

const EDITS = 50;
const REVIEWS = 20;
const FEEDS = ['/feed.xml', '/api/feed.json'] as const;

const reviewOf = (number: number, text = 'They kept me informed.') => {
  const day = String(1 + (number % 28)).padStart(2, '0');
  return sampleReview(`review-${number}`, `2026-09-${day}`, {}, text);
};

/** The paths of the permalinks that a feed names. */
async function permalinksIn(url: string, feed: string): Promise<Set<string>> {
  const { status, text } = await ask(url, feed);
  assert.equal(status, 200, feed);
  const links = text.matchAll(/(?:"url":\s*|href=)"([^"]+\/reviews\/[^"]+\/)"/g);
  return new Set([...links].map(([, link = '']) => link.slice(BASE_URL.length)));
}

test('a feed never names a page that is not there, whatever is published or taken down', {
  timeout: 120_000,
}, async (t) => {
  const random = createRandom(13);
  const all = Array.from({ length: REVIEWS }, (_, number) => reviewOf(number));
  const contentDir = createContentFolder(t, {
    'business.yaml': BUSINESS,
    'removed.yaml': '',
    ...Object.assign({}, ...all),
  });
  const { url } = await startService(t, { content: contentDir });
  const seen = { fetched: 0, asked: 0, gone: 0 };
  const ended = new AbortController();
  const removed: number[] = [];

  /** Adds, edits and takes down reviews, each once the one before is published. */
  async function publish(): Promise<void> {
    for (let edit = 0; edit < EDITS; edit++) {
      const { etag } = (await ask(url, '/reviews.json')).headers;
      if (edit % 3 === 0) saveFiles(contentDir, reviewOf(REVIEWS + edit));
      else if (edit % 3 === 1) saveFiles(contentDir, reviewOf(0, `This is edit ${edit}.`));
      else {
        // The newest go as well as older ones, but never the one that is edited.
        removed.push(REVIEWS + edit - 2, random.integer(1, REVIEWS - 1));
        const lines = [...new Set(removed)].map(
          (number) => `- { id: review-${number}, dateRemoved: 2026-11-20, reason: spam }\n`,
        );
        saveFiles(contentDir, { 'removed.yaml': lines.join('') });
      }
      await waitUntil(`edit ${edit}`, async () => {
        return (await ask(url, '/reviews.json')).headers.etag !== etag;
      });
    }
    ended.abort();
  }

  /** Follows every link of one feed after the other, as a reader of feeds does. */
  async function follow(): Promise<void> {
    while (!ended.signal.aborted) {
      const feed = FEEDS[seen.fetched++ % FEEDS.length] ?? '/feed.xml';
      const links = await permalinksIn(url, feed);
      assert.ok(links.size > 3, `${feed} names ${links.size}`);
      for (const link of links) {
        const { status } = await ask(url, link);
        seen.asked++;
        if (status === 200) continue;
        assert.equal(status, 410, `${link} of ${feed}`);
        seen.gone++;
        assert.ok(!(await permalinksIn(url, feed)).has(link), `${feed} still names ${link}`);
      }
    }
  }

  await Promise.all([publish(), follow()]);
  t.diagnostic(`${seen.fetched} feeds, ${seen.asked} pages, ${seen.gone} gone meanwhile`);
  assert.ok(seen.fetched > 10 && seen.asked > 100, 'much was asked');
});
