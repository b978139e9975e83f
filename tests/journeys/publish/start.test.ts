import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import { ask } from '../../support/ask.ts';
import { loggedReleases } from '../../support/logged-releases.ts';
import { readHealth } from '../../support/read-health.ts';
import { startService } from '../../support/service.ts';
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
