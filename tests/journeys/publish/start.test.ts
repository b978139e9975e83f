import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import { BUSINESS, reviewText } from '../../support/content-files.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { createDeployment } from '../../support/deployment.ts';
import { businessOf, goodContent } from '../../support/sample-content.ts';

import { loggedReleases, runService } from '../../support/service.ts';

const READY = { status: 'ready', pages: 'ready' };

test('each start serves at once what the one before has published, and then what is new', async (t) => {
  const { faults, start, startHeld, save } = createDeployment(t, goodContent(1));
  const first = await startHeld({ until: 'listening' });
  const ready = await first.get('/readyz');
  assert.deepEqual([ready.status, ready.json()], [503, { status: 'starting' }]);
  assert.match((await first.get('/', 'text/html')).text, /<meta http-equiv="refresh"/);
  faults.clear();
  await first.logged('serving');
  assert.deepEqual((await first.get('/readyz')).json(), READY);
  const before = await first.health();
  const [data, page] = [await first.get('/reviews.json'), await first.get('/reviews/review-1/')];
  assert.equal(await first.stop(), 0);

  const started = Date.now();
  const second = await start();
  const { release, lastError } = await second.health();
  assert.deepEqual([release?.ordinal, release?.reviews], [before.release?.ordinal, 3]);
  assert.equal(lastError, null);
  const since = Date.parse(release?.servedSince ?? '');
  assert.ok(since >= started && since <= Date.now());
  assert.equal((await second.get('/reviews.json')).headers.etag, data.headers.etag);
  assert.equal((await second.get('/reviews/review-1/')).text, page.text);
  assert.deepEqual((await second.get('/readyz')).json(), READY);
  assert.deepEqual(loggedReleases(second.log), []);
  assert.equal(await second.stop(), 0);

  save(businessOf(2));
  const third = await startHeld();
  assert.ok((await third.shows(1)) && (await third.shows(1, '/')));
  faults.clear();
  await third.published(2);
  assert.equal(loggedReleases(third.log).length, 1);
  assert.equal(await third.stop(), 0);

  save(businessOf(3));
  const last = await startHeld({ env: { WATCH: 'off' } });
  assert.ok(await last.shows(2));
  faults.clear();
  await last.published(3);
  save(businessOf(4));
  // Longer than a watcher takes, and than the restart of a thread that ended.
  await elapse(1_500);
  assert.ok(await last.shows(3), 'no edit is followed');
  await last.recovered();
});

test('wrong content and nothing to serve: every problem is named, and the exit code is 1', async (t) => {
  const content = {
    'business.yaml': BUSINESS,
    'reviews/2026/10/a.md': reviewText({ rating: '7' }),
    'removed.yaml': '- { id: gone-1 }\n',
  };
  const { code, stderr } = await runService(t, { content });
  assert.equal(code, 1);
  assert.match(stderr, /\/reviews\/2026\/10\/a\.md:5:\d+ error .*rating/);
  assert.match(stderr, /\/removed\.yaml:1:\d+ error /);
  assert.doesNotMatch(stderr, /^\s+at |node:internal|\.ts:\d/m, 'no stack trace');
});

test('files of others are neither served nor changed, and nothing waits where nothing can be stored', async (t) => {
  const files = { 'precious.txt': 'Mine.', 'client/reviews.json': '{}', 'manifest.json': '{}' };
  const OUT_DIR = createContentFolder(t, files);
  const STATE_DIR = join(createFolder(t), 'state');
  writeFileSync(STATE_DIR, 'Mine.');
  const { start, save } = createDeployment(t, goodContent(1), { STATE_DIR });
  const { logged, published, stop } = await start({ env: { OUT_DIR } });
  await logged(`STATE_DIR ${STATE_DIR} cannot be written`);
  const { cause } = await logged('the release store: ');
  assert.match(String(cause), /; set STATE_DIR to a folder\.$/);
  await published(1);
  save(goodContent(2));
  await published(2);
  assert.equal(readFileSync(STATE_DIR, 'utf8'), 'Mine.');
  for (const [path, text] of Object.entries(files)) {
    assert.equal(readFileSync(join(OUT_DIR, path), 'utf8'), text);
  }
  assert.equal(await stop(), 0);
});
