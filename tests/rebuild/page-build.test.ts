import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ask } from '../support/ask.ts';
import { createContentFolder, createFolder } from '../support/content-folder.ts';
import { saveFiles } from '../support/edit-content.ts';
import { loggedFailure } from '../support/logged-failure.ts';
import { loggedPageBuilds } from '../support/logged-releases.ts';
import { createPageBuilds, type PageMode } from '../support/page-builds.ts';
import { processesWith } from '../support/processes.ts';
import { readHealth } from '../support/read-health.ts';
import { startServiceWith } from '../support/start-service-with.ts';
import { waitUntil } from '../support/wait-until.ts';
import { goodContent } from './good-content.ts';

/** Starts a service of edition 1, whose pages are built so. */
async function start(t: TestContext, mode: PageMode, timeoutMs?: number) {
  const contentDir = createContentFolder(t, goodContent(1));
  const builds = createPageBuilds(createFolder(t), mode, timeoutMs);
  const { pageBuild, env } = builds;
  const service = await startServiceWith(t, { pageBuild }, { content: contentDir, env });
  const { url } = service;
  const stored = join(service.folder, 'state/releases');
  return {
    ...service,
    builds,
    stored,
    health: () => readHealth(url),
    edit: (edition: number) => saveFiles(contentDir, goodContent(edition)),
    serves: async (path: string, edition: number) =>
      (await ask(url, path)).text.includes(`edition-${edition}.`),
    pageBuilds: () => processesWith(`--out ${stored}`),
  };
}

for (const [mode, cause, timeoutMs] of [
  ['fail', /^The styles are missing; the test asked for it\.$/],
  ['hang', /^The page build took more than \d+ ms\.$/, 5_000],
  ['rubbish', /rendered/],
  ['broken', /The pack is cut off, or is none; delete it/],
] as const) {
  test(`where a page build does this: ${mode}, it is told, and the old pages stay`, {
    timeout: 90_000,
  }, async (t) => {
    const { url, log, health, serves, edit, builds, pageBuilds } = await start(
      t,
      'tiny',
      timeoutMs,
    );
    const pagesFollow = () =>
      waitUntil('the pages', async () => (await health()).release?.hasCurrentPages);
    await pagesFollow();
    const from = log.length;
    builds.set(mode);
    edit(2);
    const [told = ''] = await loggedFailure(log, 'PAGES_FAILED', from);
    assert.match(told, cause);
    const { lastError, release } = await health();
    assert.deepEqual([lastError?.code, lastError?.count], ['PAGES_FAILED', 1]);
    assert.equal(release?.hasCurrentPages, false);
    assert.ok((await serves('/reviews.json', 2)) && (await serves('/', 1)));
    assert.equal((await ask(url, '/reviews/review-2/')).status, 200);
    assert.deepEqual(pageBuilds(), []);

    builds.set('tiny');
    edit(3);
    await pagesFollow();
    assert.ok((await serves('/reviews.json', 3)) && (await serves('/', 3)));
    assert.equal((await health()).lastError, null);
  });
}

test('edits during a page build are built next, the newest only', {
  timeout: 60_000,
}, async (t) => {
  const { log, health, serves, edit, builds, pageBuilds } = await start(t, 'hold');
  await waitUntil('the page build', () => pageBuilds().length === 1);
  for (const edition of [2, 3, 4, 5, 6]) {
    edit(edition);
    await waitUntil(`edition ${edition}`, () => serves('/reviews.json', edition));
    assert.equal(pageBuilds().length, 1);
  }
  const newest = (await health()).release?.ordinal;
  builds.set('tiny');
  await waitUntil('the pages', async () => (await health()).release?.hasCurrentPages);
  await waitUntil('two page builds', () => loggedPageBuilds(log) >= 2);
  assert.equal(loggedPageBuilds(log), 2);
  assert.equal((await health()).release?.ordinal, newest);
  assert.ok(await serves('/', 6));
});

for (const mode of ['hold', 'hang'] as const) {
  test(`a service that is told to stop ends its page build: ${mode}`, {
    timeout: 60_000,
  }, async (t) => {
    const { stop, edit, health, logged, builds, pageBuilds, stored } = await start(t, 'tiny');
    await waitUntil('the pages', async () => (await health()).release?.hasCurrentPages);
    builds.set(mode);
    edit(2);
    await waitUntil('the page build', () => pageBuilds().length === 1);
    const told = performance.now();
    assert.equal(await stop(), 0);
    assert.ok(performance.now() - told < 8_000);
    await logged('stopped');
    assert.deepEqual(pageBuilds(), []);
    const names = readdirSync(stored);
    for (const name of names) assert.match(name, /^(?:data|pages)-\d+\.pack$|^work$/);
    if (names.includes('work')) assert.deepEqual(readdirSync(join(stored, 'work')), []);
  });
}

test('a service that is told to stop during its first page build ends well', {
  timeout: 60_000,
}, async (t) => {
  const { stop, pageBuilds } = await start(t, 'hold');
  await waitUntil('the page build', () => pageBuilds().length === 1);
  assert.equal(await stop(), 0);
  assert.deepEqual(pageBuilds(), []);
});

test('where the first pages cannot be built the data are served, and pages after the next edit', {
  timeout: 60_000,
}, async (t) => {
  const { url, logged, serves, edit, builds, health } = await start(t, 'fail');
  await logged('serving');
  assert.ok(await serves('/reviews.json', 1));
  assert.equal((await ask(url, '/readyz')).status, 200);
  const home = await ask(url, '/');
  assert.equal(home.status, 503);
  assert.match(home.headers['retry-after'] ?? '', /^\d+$/);
  assert.equal((await health()).lastError?.code, 'PAGES_FAILED');
  builds.set('tiny');
  edit(2);
  await waitUntil('the pages', () => serves('/', 2));
  await waitUntil('the error is gone', async () => (await health()).lastError === null);
});
