import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CATALOG } from '#artifacts/catalog.ts';
import { ask } from '../support/ask.ts';
import { BUSINESS, type Files } from '../support/content-files.ts';
import { createContentFolder } from '../support/content-folder.ts';
import { findWords } from '../support/find-words.ts';
import { BASE_URL } from '../support/release.ts';
import { sampleReview } from '../support/sample-content.ts';
import { startService } from '../support/service.ts';

/** Stands in no published review: in each field of those that are not, in another spelling of case. */
const TOKEN = /zqx[a-z]+xqz/i;

/** What an import keeps in a file is for imports alone, also in the file of a published review. */
const SOURCE = '{ name: Google, digest: bcdfghjkmnpqrt author=zqxbcdfxqz reviewBody=zqxghjkxqz }';

const WITHHELD = '{ status: withheld, reason: spam, date: 2026-10-20 }';

/** A review of which every field that people write holds a token. */
function secretReview(id: string, date: string, kind: string, verification?: string): Files {
  const changes = {
    author: `{ name: Zqxname${kind}xqz }`,
    source: SOURCE,
    name: `Zqxtitle${kind}xqz`,
    ownerReply: `{ text: Zqxreply${kind}xqz, datePublished: ${date} }`,
    ...(verification !== undefined && { verification }),
  };
  return sampleReview(id, date, changes, `Maria Lopez sent a zqxtext${kind}xqz, informed.`);
}

const publishedReview = (day: number) =>
  sampleReview(`review-${day}`, `2026-10-${String(day).padStart(2, '0')}`, { source: SOURCE });

const CONTENT: Files = {
  'business.yaml': BUSINESS,
  'technicians.yaml': '- { id: maria-lopez, name: Maria Lopez, jobTitle: Partner }\n',
  'aspects.yaml': '- { id: staff, name: Staff, description: A, terms: [informed] }\n',
  'removed.yaml': '- { id: removed-1, dateRemoved: 2026-11-20, reason: court-order }\n',
  ...Object.assign({}, ...Array.from({ length: 20 }, (_, index) => publishedReview(index + 1))),
  // Between others, and the newest of all.
  ...secretReview('pending-1', '2026-10-10', 'pending', '{ status: pending }'),
  ...secretReview('pending-2', '2026-10-28', 'newest', '{ status: pending }'),
  ...secretReview('withheld-1', '2026-10-12', 'withheld', WITHHELD),
  ...secretReview('removed-1', '2026-10-14', 'removed'),
};
const HIDDEN = ['pending-1', 'pending-2', 'withheld-1', 'removed-1'];

const contentDir = createContentFolder({ after }, CONTENT);

/** Fails where a text holds a token, or the id of a review that nobody may know of. */
function assertNothingHidden(where: string, text: string): void {
  assert.equal(TOKEN.exec(text)?.[0], undefined, where);
  for (const id of HIDDEN.filter((one) => one !== 'removed-1')) {
    assert.ok(!text.includes(id), `${id} at ${where}`);
  }
}

test('§1 no page, error or file that can be reached shows what is not published', async (t) => {
  const { url } = await startService(t, { content: contentDir });
  const hidden = HIDDEN.map((id) => `/reviews/${id}/`);
  const fixed = ['/', '/feeds/', '/websub/', '/agents/', '/404.html', '/no-such-page/'];
  const answers = [
    '/api/reviews/search?limit=100',
    '/api/reviews/since/2000-01-01',
    '/api/reviews/changes',
    '/healthz',
  ];
  const found = new Set([...fixed, ...answers, ...hidden, ...CATALOG.map(({ path }) => path)]);
  // A set is gone through to its end, also where it grows meanwhile.
  for (const path of found) {
    const { status, text, headers } = await ask(url, path, { headers: { Accept: 'text/html' } });
    if (!hidden.includes(path)) {
      assertNothingHidden(path, text + JSON.stringify(headers));
      assert.ok(path.startsWith('/no-such') ? status === 404 : status < 400, `${path} ${status}`);
    } else assert.doesNotMatch(text, TOKEN);
    if (!String(headers['content-type']).startsWith('text/html')) continue;
    for (const [, href = ''] of text.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      const target = new URL(href.replaceAll('&amp;', '&'), BASE_URL + path);
      if (target.origin === BASE_URL) found.add(target.pathname + target.search);
    }
  }
  assert.ok(found.has('/reviews/review-9/') && found.size > 40, `${found.size} were found`);
  const statuses = await Promise.all(hidden.map(async (path) => (await ask(url, path)).status));
  assert.deepEqual(statuses, [404, 404, 404, 410]);
  const words = Object.values(CONTENT).flatMap((text) => text.match(/zqx[a-z]+xqz/gi) ?? []);
  assert.equal(words.length, 64);
  assert.deepEqual(await findWords(url, [...fixed, ...hidden], [...new Set(words)]), []);
  assert.equal((await ask(url, '/api/reviews/search?query=zqx')).json().total, 0);
});
