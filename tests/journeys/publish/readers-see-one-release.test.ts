import assert from 'node:assert/strict';
import { constants, setPriority } from 'node:os';
import { test } from 'node:test';
import { CATALOG } from '#artifacts/catalog.ts';
import { createRandom } from '../../../scripts/generate/random.ts';
import { atLength } from '../../support/at-length.ts';
import { createDeployment } from '../../support/deployment.ts';
import { atEnd } from '../../support/lifetime.ts';
import { numberedContent, reviewsIn } from '../../support/sample-content.ts';
import { loggedReleases } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { EVERY_REVIEW, OF_NO_EDITION, Reader } from './reader.ts';

/** The number of editions after the first. The last has reviews for every question. */
const EDITIONS = atLength(500, 10);
const LAST = EDITIONS + 1;
const CLIENTS = 16;
/** One in so many editions stays until all clients have read it. */
const READ_EVERY = 5;

const QUESTIONS = [
  EVERY_REVIEW,
  '/api/reviews/search?query=promptly&limit=7',
  '/api/reviews/search?query=edition&min_rating=4&limit=100',
  '/api/reviews/search?query=edition&until=2026-09-20',
  '/api/reviews/since/2020-01-01',
  '/api/reviews/since/2026-09-20',
];
const PAGES = ['/', '/feeds/', '/404.html'];
const DATA = [...CATALOG.map(({ path }) => path), ...QUESTIONS];
const most = Math.max(...Array.from({ length: LAST + 1 }, (_, edition) => reviewsIn(edition)));
const PERMALINKS = Array.from({ length: most }, (_, index) => `/reviews/review-${index}/`);
// Each kind in equal shares, however many permalinks there are.
const TARGETS = [...DATA, ...DATA, ...PAGES, ...PAGES, ...PERMALINKS.slice(0, 40)];

test('16 clients see one release at a time, while one after the other is published', {
  timeout: 480_000,
}, async (t) => {
  const { start, checkOut } = createDeployment(t, numberedContent(1));
  const { url, log, shows } = await start();
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
  const publish = async () => {
    for (let edition = 2; edition <= LAST; edition++) {
      checkOut(numberedContent(edition));
      await waitUntil(`edition ${edition}`, () => shows(edition));
      const isRead = (reader: Reader) =>
        reader.editions.has(edition) && reader.pageEditions.has(edition);
      // The others are replaced at once.
      if (edition % READ_EVERY !== 0) continue;
      await waitUntil(`all read edition ${edition}`, () => readers.every(isRead));
    }
  };
  await Promise.race([publish(), reading]);
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
