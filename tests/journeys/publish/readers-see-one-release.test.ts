import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CATALOG } from '#artifacts/catalog.ts';
import { createRandom } from '../../../scripts/generate/random.ts';
import { atLength } from '../../support/at-length.ts';
import { replaceModules } from '../../support/call-faults.ts';
import { createFolder, saveFiles } from '../../support/content-folder.ts';
import { atEnd } from '../../support/lifetime.ts';
import { numberedContent, reviewsIn } from '../../support/sample-content.ts';
import { loggedReleases, startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { EVERY_REVIEW, OF_NO_EDITION, READ_EVERY, Reader } from './reader.ts';

/** The number of editions after the first. The last has reviews for every question. */
const EDITIONS = atLength(500, 10);
const LAST = EDITIONS + 1;
const CLIENTS = 16;
const LAST_IS_OUT = 'the last edition is out';

const QUESTIONS = [
  EVERY_REVIEW,
  '/api/reviews/search?query=promptly&limit=7',
  '/api/reviews/search?query=edition&min_rating=4&limit=100',
  '/api/reviews/search?query=edition&until=2026-09-20',
  '/api/reviews/since/2020-01-01',
  '/api/reviews/since/2026-09-20',
];
const PAGES = ['/', '/feeds/', '/404.html'];
/** The last is made while clients wait. */
const DATA = [...CATALOG.map(({ path }) => path), ...QUESTIONS, '/reviews.csv'];
const most = Math.max(...Array.from({ length: LAST + 1 }, (_, edition) => reviewsIn(edition)));
const PERMALINKS = Array.from({ length: most }, (_, index) => `/reviews/review-${index}/`);
// Each kind in equal shares, however many permalinks there are.
const TARGETS = [...DATA, ...DATA, ...PAGES, ...PAGES, ...PERMALINKS.slice(0, 40)];

test('16 clients see one release at a time, while one after the other is published', {
  timeout: 480_000,
}, async (t) => {
  const contentDir = join(createFolder(t), 'content');
  const readDir = createFolder(t);
  saveFiles(contentDir, numberedContent(1));
  const worker = new URL('./publish-editions.ts', import.meta.url);
  const env = {
    ...replaceModules({ 'sidecar/publish/rebuild-worker.ts': worker }),
    TESTIMONY_TEST_EDITIONS: String(EDITIONS),
    TESTIMONY_TEST_READ: readDir,
  };
  const { url, log } = await startService(t, { content: contentDir, env });
  const readers = Array.from(
    { length: CLIENTS },
    (_, index) => new Reader(url, createRandom(index), TARGETS),
  );
  atEnd(t, () => {
    for (const reader of readers) reader.close();
  });

  // The readers take what the service leaves of the processors.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const ended = new AbortController();
  const reading = Promise.all(readers.map((reader) => reader.readUntil(ended.signal)));
  const pace = async () => {
    for (let edition = READ_EVERY; edition <= LAST; edition += READ_EVERY) {
      const isRead = (reader: Reader) =>
        reader.editions.has(edition) && reader.pageEditions.has(edition);
      await waitUntil(`all read edition ${edition}`, () => readers.every(isRead));
      writeFileSync(join(readDir, String(edition)), '');
    }
    await waitUntil('the last edition', () => log.some(({ msg }) => msg === LAST_IS_OUT));
  };
  await Promise.race([pace(), reading]);
  ended.abort();
  await reading;

  for (const reader of readers) {
    for (const target of [...DATA, ...PAGES, ...PERMALINKS.slice(0, reviewsIn(LAST))]) {
      const edition = await reader.read(target, 'br', true);
      if (!OF_NO_EDITION.includes(target)) assert.equal(edition, LAST, target);
    }
  }
  const sum = (status: number) =>
    readers.reduce((count, { counts }) => count + (counts[status] ?? 0), 0);
  t.diagnostic(`answers: ${sum(200)} whole, ${sum(304)} unchanged, ${sum(503)} to ask again`);
  assert.equal(loggedReleases(log).length, LAST);
  assert.ok(sum(200) > 3 * EDITIONS && sum(304) > EDITIONS / 4, 'much was read, in both ways');
  // Releases come as fast as they can be made here; a page may be overtaken again and again.
  assert.ok(sum(503) < sum(200) / 20, 'pages are there at nearly all times');
});
