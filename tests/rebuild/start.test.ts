import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import { ask } from '../support/ask.ts';
import { createContentFolder, createFolder } from '../support/content-folder.ts';
import { saveFiles } from '../support/edit-content.ts';
import { freePort } from '../support/free-port.ts';
import { createHold } from '../support/hold-rebuild.ts';
import { loggedPageBuilds, loggedReleases } from '../support/logged-releases.ts';
import { editionsIn } from '../support/numbered-content.ts';
import { createPageBuilds, type PageMode } from '../support/page-builds.ts';
import { readHealth } from '../support/read-health.ts';
import { startService } from '../support/service.ts';
import { startServiceWith } from '../support/start-service-with.ts';
import { waitUntil } from '../support/wait-until.ts';
import { goodContent } from './bad-edit-kinds.ts';

/** A deployment whose service is started again and again: the same folders, the same port. */
async function createDeployment(t: TestContext) {
  const folder = createFolder(t);
  const contentDir = createContentFolder(t, goodContent(1));
  const stateDir = join(folder, 'state');
  const releases = join(stateDir, 'releases');
  const builds = createPageBuilds(folder, 'tiny');
  const hold = createHold(folder);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = async (mode: PageMode = 'tiny', extra: Readonly<Record<string, string>> = {}) => {
    builds.set(mode);
    const { pageBuild } = builds;
    const env = { ...builds.env, ...hold.env, STATE_DIR: stateDir, PORT: String(port), ...extra };
    const settings = { content: contentDir, env };
    const starting = startServiceWith(t, { pageBuild, worker: hold.worker }, settings);
    const [first, service] = await Promise.all([firstEdition(url), starting]);
    return { ...service, first };
  };
  /** Starts and lets no rebuild go on. */
  const startHeld = (extra?: Readonly<Record<string, string>>) => {
    hold.at('read');
    return start('tiny', extra);
  };
  return {
    url,
    builds,
    hold,
    start,
    startHeld,
    edit: (edition: number) => saveFiles(contentDir, goodContent(edition)),
    serves: (path: string, edition: number) => async () =>
      (await ask(url, path)).text.includes(`edition-${edition}.`),
    pagesFollow: () =>
      waitUntil('the pages', async () => (await readHealth(url)).release?.hasCurrentPages),
    releases,
    packs: (kind: string) =>
      readdirSync(releases)
        .filter((name) => name.startsWith(`${kind}-`))
        .sort()
        .map((name) => join(releases, name)),
  };
}

/** The edition of the first reviews.json that is served; asked for from before it listens. */
async function firstEdition(url: string): Promise<number | undefined> {
  return waitUntil('the first answer', async () => {
    const answer = await ask(url, '/reviews.json').catch(() => undefined);
    if (answer?.status === 200) return editionsIn(answer.text)[0];
    if (answer) assert.equal(answer.status, 503);
    return undefined;
  });
}

test('what was published is served at once by the next process, without a rebuild', async (t) => {
  const { url, start, pagesFollow } = await createDeployment(t);
  const first = await start();
  await pagesFollow();
  const before = await readHealth(url);
  const [data, page] = [await ask(url, '/reviews.json'), await ask(url, '/reviews/review-1/')];
  assert.equal(await first.stop(), 0);

  const started = Date.now();
  const second = await start('fail');
  await second.logged('serving');
  const { release, lastError } = await readHealth(url);
  assert.equal(release?.ordinal, before.release?.ordinal);
  assert.ok(release?.hasCurrentPages && release.reviews === 3);
  assert.equal(lastError, null);
  const since = Date.parse(release.servedSince);
  assert.ok(since >= started && since <= Date.now());
  assert.equal((await ask(url, '/reviews.json')).headers.etag, data.headers.etag);
  assert.equal((await ask(url, '/reviews/review-1/')).text, page.text);
  assert.deepEqual((await ask(url, '/readyz')).json(), { status: 'ready' });
  assert.deepEqual([loggedReleases(second.log), loggedPageBuilds(second.log)], [[], 0]);
});

test('what npm run build has made is served at once, without a rebuild', async (t) => {
  const { url, log } = await startService(t);
  assert.equal((await ask(url, '/')).status, 200);
  const { release } = await readHealth(url);
  assert.equal(release?.hasCurrentPages, true);
  assert.deepEqual([loggedReleases(log), loggedPageBuilds(log)], [[], 0]);
});

test('where the content is newer, the old release is served at once, then the new', async (t) => {
  const { start, startHeld, hold, edit, serves, pagesFollow } = await createDeployment(t);
  const before = await start();
  await pagesFollow();
  await before.stop();
  edit(2);
  const { first, log } = await startHeld();
  assert.equal(first, 1);
  assert.ok(await serves('/', 1)());
  hold.letGo();
  await waitUntil('edition 2', serves('/reviews.json', 2));
  await pagesFollow();
  assert.ok(await serves('/', 2)());
  assert.deepEqual([loggedReleases(log).length, loggedPageBuilds(log)], [1, 1]);
});

test('where nothing is there, it is built, and the service is ready when all of it is', async (t) => {
  const { url, start, builds } = await createDeployment(t);
  const { logged, log } = await start('hold');
  const ready = await ask(url, '/readyz');
  assert.deepEqual([ready.status, ready.json()], [503, { status: 'starting' }]);
  const home = await ask(url, '/');
  assert.equal(home.status, 503);
  assert.match(home.headers['retry-after'] ?? '', /^\d+$/);
  assert.ok(!log.some(({ msg }) => String(msg).startsWith('serving')));
  builds.set('tiny');
  await logged('serving');
  assert.deepEqual((await ask(url, '/readyz')).json(), { status: 'ready' });
  assert.equal((await ask(url, '/')).status, 200);
});

for (const [what, damage] of [
  ['changed', (file: string) => writeFileSync(file, readFileSync(file).fill('x', 2000, 2050))],
  ['cut off', (file: string) => truncateSync(file, 2000)],
  ['empty', (file: string) => truncateSync(file)],
] as const) {
  test(`the newest data that are ${what} are passed over with a warning`, async (t) => {
    const { start, startHeld, hold, edit, serves, pagesFollow, packs } = await createDeployment(t);
    const before = await start();
    edit(2);
    await waitUntil('edition 2', serves('/reviews.json', 2));
    await pagesFollow();
    await before.stop();
    const [, newest = ''] = packs('data');
    damage(newest);
    const { first, logged } = await startHeld();
    assert.equal(first, 1);
    hold.letGo();
    const warning = await logged('a release cannot be loaded and is passed over');
    assert.equal(warning.path, newest);
    await waitUntil('edition 2', serves('/reviews.json', 2));
    await pagesFollow();
  });
}

test('pages that are damaged are passed over with a warning and built again', async (t) => {
  const { start, serves, pagesFollow, packs } = await createDeployment(t);
  const before = await start();
  await pagesFollow();
  await before.stop();
  const [pages = ''] = packs('pages');
  truncateSync(pages, 2000);
  const { first, logged } = await start();
  assert.equal(first, 1);
  assert.equal((await logged('a release cannot be loaded')).path, pages);
  await pagesFollow();
  assert.ok(await serves('/', 1)());
});

test('what a killed process has left is removed, and nothing else', async (t) => {
  const { start, pagesFollow, releases } = await createDeployment(t);
  const others = ['notes.txt', 'data-x.pack', 'data-1.pack.building', 'work-2/page.html'];
  const leftovers = [
    'data-1795000000000.pack.building-99999',
    'pages-1795000000000.pack.building-99999',
    'work/pages.building-99999/index.html',
  ];
  saveFiles(releases, Object.fromEntries([...others, ...leftovers].map((path) => [path, 'x'])));
  await start();
  await pagesFollow();
  for (const path of leftovers) assert.ok(!existsSync(join(releases, path)), path);
  for (const path of others) assert.ok(existsSync(join(releases, path)), path);
});

test('with WATCH=off the content is published once, and no edit is followed', async (t) => {
  const { url, start, startHeld, hold, edit, serves, pagesFollow } = await createDeployment(t);
  const { stop } = await start('tiny', { WATCH: 'off' });
  await pagesFollow();
  edit(2);
  // Longer than a watcher takes, and than the restart of a thread that ended.
  await elapse(1_500);
  assert.ok(await serves('/reviews.json', 1)());
  assert.equal((await readHealth(url)).lastError, null);
  assert.equal(await stop(), 0);
  const { first } = await startHeld({ WATCH: 'off' });
  assert.equal(first, 1);
  hold.letGo();
  await waitUntil('edition 2', serves('/reviews.json', 2));
});
