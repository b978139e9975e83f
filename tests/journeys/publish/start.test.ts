import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import { strongEtag } from '#search/strong-etag.ts';
import { ask } from '../../support/ask.ts';
import { BUSINESS, reviewText } from '../../support/content-files.ts';
import { createContentFolder } from '../../support/content-folder.ts';
import { replaceFiles } from '../../support/edit-content.ts';
import { editionsIn, paddedContent } from '../../support/numbered-content.ts';
import { readHealth } from '../../support/read-health.ts';
import { loggedReleases, runService, startListening, startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { createRestarted } from './restarted-service.ts';

test('what was published is served at once by the next process, without a rebuild', async (t) => {
  const { url, start } = await createRestarted(t);
  const first = await start();
  await first.logged('serving');
  const before = await readHealth(url);
  const [data, page] = [await ask(url, '/reviews.json'), await ask(url, '/reviews/review-1/')];
  assert.equal(await first.stop(), 0);

  const started = Date.now();
  const second = await start();
  await second.logged('serving');
  const { release, lastError } = await readHealth(url);
  assert.equal(release?.ordinal, before.release?.ordinal);
  assert.ok(release?.reviews === 3);
  assert.equal(lastError, null);
  const since = Date.parse(release.servedSince);
  assert.ok(since >= started && since <= Date.now());
  assert.equal((await ask(url, '/reviews.json')).headers.etag, data.headers.etag);
  assert.equal((await ask(url, '/reviews/review-1/')).text, page.text);
  assert.deepEqual((await ask(url, '/readyz')).json(), { status: 'ready', pages: 'ready' });
  assert.deepEqual(loggedReleases(second.log), []);
});

test('what npm run build has made is served at once, without a rebuild', async (t) => {
  const { url, log } = await startService(t);
  assert.equal((await ask(url, '/')).status, 200);
  const { release } = await readHealth(url);
  assert.ok(release && (release.reviews ?? 0) > 0);
  assert.deepEqual(loggedReleases(log), []);
});

test('where the content is newer, the old release is served at once, then the new', async (t) => {
  const { start, startHeld, faults, edit, serves } = await createRestarted(t);
  const before = await start();
  await before.logged('serving');
  await before.stop();
  edit(2);
  const { first, log, logged } = await startHeld();
  assert.equal(first, 1);
  await logged('serving');
  assert.ok(await serves('/', 1)());
  faults.clear();
  await waitUntil('edition 2', serves('/reviews.json', 2));
  assert.ok(await serves('/', 2)());
  assert.equal(loggedReleases(log).length, 1);
});

test('where nothing is there, the service is ready once it is published', async (t) => {
  const { url, startHeld, faults } = await createRestarted(t);
  const starting = startHeld();
  const ready = await waitUntil('it listens', () => ask(url, '/readyz').catch(() => undefined));
  assert.deepEqual([ready.status, ready.json()], [503, { status: 'starting' }]);
  const home = await ask(url, '/', { headers: { Accept: 'text/html' } });
  assert.equal(home.status, 503);
  assert.match(home.headers['retry-after'] ?? '', /^\d+$/);
  assert.match(home.text, /<meta http-equiv="refresh" content="\d+">/);
  faults.clear();
  const { logged } = await starting;
  await logged('serving');
  assert.deepEqual((await ask(url, '/readyz')).json(), { status: 'ready', pages: 'ready' });
  assert.equal((await ask(url, '/')).status, 200);
});

test('with WATCH=off the content is published once, and no edit is followed', async (t) => {
  const { url, start, startHeld, faults, edit, serves } = await createRestarted(t);
  const { stop, logged } = await start({ WATCH: 'off' });
  await logged('serving');
  edit(2);
  // Longer than a watcher takes, and than the restart of a thread that ended.
  await elapse(1_500);
  assert.ok(await serves('/reviews.json', 1)());
  assert.equal((await readHealth(url)).lastError, null);
  assert.equal(await stop(), 0);
  const { first } = await startHeld({ WATCH: 'off' });
  assert.equal(first, 1);
  faults.clear();
  await waitUntil('edition 2', serves('/reviews.json', 2));
});

test('wrong content and nothing to serve: every problem is named, and the exit code is 1', async (t) => {
  const content = {
    'business.yaml': BUSINESS,
    'reviews/2026/10/a.md': reviewText({ rating: '7' }),
    'reviews/2026/10/b.md': reviewText({ id: 'review-2', datePublished: '2026-02-30' }),
    'removed.yaml': '- { id: gone-1 }\n',
  };
  const { code, stderr } = await runService(t, { content });
  assert.equal(code, 1);
  assert.match(stderr, /\/reviews\/2026\/10\/a\.md:5:\d+ error .*rating/);
  assert.match(stderr, /\/reviews\/2026\/10\/b\.md:4:\d+ error .*datePublished/);
  assert.match(stderr, /\/removed\.yaml:1:\d+ error /);
  assert.doesNotMatch(stderr, /^\s+at |node:internal|\.ts:\d/m, 'no stack trace');
});

test('a state folder that cannot be made is told, and does not keep the service from ending', {
  skip: process.platform !== 'linux' && 'there is no /proc here',
}, async (t) => {
  const content = { 'business.yaml': BUSINESS };
  const env = { STATE_DIR: '/proc/nowhere' };
  const { logged, stop } = await startService(t, { content, env });
  await logged('STATE_DIR /proc/nowhere cannot be written');
  const { cause } = await logged('the release store: ');
  assert.match(
    String(cause),
    /store in \/proc\/nowhere cannot be read or written \(ENOENT\): .*set STATE_DIR/,
  );
  assert.equal(await stop(), 0);
});

test('a folder of somebody else’s files is neither served nor changed', async (t) => {
  const files = { 'precious.txt': 'Mine.', 'client/reviews.json': '{}', 'manifest.json': '{}' };
  const OUT_DIR = createContentFolder(t, files);
  const STATE_DIR = createContentFolder(t, {
    'releases/precious.txt': 'Mine.',
    'releases/data-x.pack': 'Mine.',
  });
  const content = { 'business.yaml': BUSINESS, 'reviews/2026/10/a.md': reviewText() };
  const { url, logged } = await startListening(t, { content, env: { OUT_DIR, STATE_DIR } });
  await logged('serving');
  assert.equal((await ask(url, '/reviews.json')).json().count, 1);
  for (const [path, text] of Object.entries(files)) {
    assert.equal(readFileSync(join(OUT_DIR, path), 'utf8'), text);
  }
  for (const name of ['precious.txt', 'data-x.pack']) {
    assert.equal(readFileSync(join(STATE_DIR, 'releases', name), 'utf8'), 'Mine.');
  }
});

test('a download that is under way ends as it began, whatever is published meanwhile', {
  timeout: 60_000,
}, async (t) => {
  const contentDir = createContentFolder(t, paddedContent(1));
  const { url } = await startService(t, { content: contentDir });
  // Nothing is read of it yet but what the kernel takes.
  const [slow]: IncomingMessage[] = await once(get(`${url}/reviews.json`), 'response');
  assert.ok(slow && Number(slow.headers['content-length']) > 4_000_000);
  for (const edition of [2, 3, 4]) {
    replaceFiles(contentDir, paddedContent(edition));
    await waitUntil(`edition ${edition}`, async () =>
      editionsIn((await ask(url, '/reviews.json')).text).includes(edition),
    );
  }
  const body = await buffer(slow);
  assert.equal(strongEtag(body), slow.headers.etag);
  assert.deepEqual(editionsIn(body.toString('utf8')), [1]);
});
