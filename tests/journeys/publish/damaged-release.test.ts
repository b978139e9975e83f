import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { HUB_FILE } from '../../../sidecar/hub/hub-settings.ts';
import { ReleaseStore } from '../../../sidecar/store/release-store.ts';
import { STORE_FILE } from '../../../sidecar/store/store-schema.ts';
import { ask } from '../../support/ask.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { message, openSession, resultOf, send } from '../../support/mcp-client.ts';
import { readHealth } from '../../support/read-health.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';
import { type Service, startService } from '../../support/service.ts';
import { createStart } from '../../support/subscriber.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { startHubService } from '../../support/websub-hub.ts';
import { goodContent } from './good-content.ts';
import { createRestarted } from './restarted-service.ts';

// What else can be wrong with the file, tests/rooms/release/find-newest.test.ts goes through.
for (const [what, damage] of [
  [
    'changed',
    (file: string) => {
      const text = readFileSync(file, 'latin1');
      writeFileSync(file, text.replaceAll('edition-2', 'edition-7'), 'latin1');
    },
  ],
  ['empty', (file: string) => truncateSync(file)],
] as const) {
  test(`a stored release that is ${what} is not served but made anew`, async (t) => {
    const { start, edit, serves, store } = await createRestarted(t);
    const before = await start();
    edit(2);
    await waitUntil('edition 2', serves('/reviews.json', 2));
    await before.stop();
    damage(store);
    const { first, log, stop } = await start();
    assert.equal(first, 2);
    await waitUntil('its pages', serves('/', 2));
    const told = log.filter(({ level }) => level === 40).map(({ msg }) => String(msg));
    const expected = what === 'empty' ? [] : [/a release cannot be loaded and is passed over/];
    assert.equal(
      told.filter((line) => expected.some((one) => one.test(line))).length,
      expected.length,
    );
    assert.ok(!log.some(({ level }) => Number(level) > 40));
    await stop();
    // What was made anew is whole.
    const again = await start();
    assert.equal(again.first, 2);
    assert.ok(!again.log.some(({ level }) => Number(level) >= 40));
  });
}

/** Later than any clock that runs this, as after the clock of a machine was wrong. */
const FUTURE = Date.parse('2040-01-01T00:00:00Z');
const TOLD = 'the release packs of an earlier version are replaced by release.sqlite';

const start = createStart({ after });

/** Writes what an earlier version has left: nobody reads what is in it. */
function leavePacks(stateDir: string, paths: readonly string[]): void {
  for (const path of paths) {
    const file = join(stateDir, 'releases', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, randomBytes(100_000));
  }
}

const toldIn = ({ log }: Service) => log.filter(({ msg }) => String(msg).includes(TOLD)).length;

async function ordinalAt(url: string): Promise<number> {
  return (await readHealth(url)).release?.ordinal ?? 0;
}

test('packs of an earlier version are told once and removed, and ordinals go on above theirs', async (t) => {
  const stateDir = join(createFolder(t), 'state');
  const packs = [
    'data-1795000000000.pack',
    `data-${FUTURE}.pack`,
    `pages-${FUTURE + 1}.pack`,
    'data-1795000000001.pack.building-99999',
    'pages-1795000000000.pack.building-99999',
    'work/pages.building-99999/index.html',
  ];
  const others = ['notes.txt', 'data-x.pack', 'work-2/page.html'];
  leavePacks(stateDir, [...packs, ...others]);
  const settings = { content: goodContent(1), env: { STATE_DIR: stateDir } };
  const first = await startService(t, settings);
  assert.equal(toldIn(first), 1);
  assert.equal(first.log.filter(({ level }) => Number(level) >= 40).length, 1);
  const ordinal = await ordinalAt(first.url);
  assert.ok(ordinal > FUTURE + 1, String(ordinal));
  assert.equal(ReleaseStore.readManifest(stateDir)?.ordinal, ordinal);
  for (const path of packs) assert.ok(!existsSync(join(stateDir, 'releases', path)), path);
  assert.ok(!existsSync(join(stateDir, 'releases/work')));
  for (const path of others) assert.ok(existsSync(join(stateDir, 'releases', path)), path);
  assert.equal(await first.stop(), 0);

  const second = await startService(t, { ...settings, content: join(first.folder, 'content') });
  assert.equal(toldIn(second), 0);
  assert.equal(await ordinalAt(second.url), ordinal);
});

test('packs stay until there is a store, and the folder goes with the last of them', async (t) => {
  const stateDir = join(createFolder(t), 'state');
  leavePacks(stateDir, [`data-${FUTURE}.pack`]);
  // What stands in the way of the store.
  mkdirSync(join(stateDir, STORE_FILE));
  const settings = { content: goodContent(1), env: { STATE_DIR: stateDir } };
  const service = await startService(t, settings);
  assert.equal((await ask(service.url, '/reviews.json')).status, 200);
  assert.ok(existsSync(join(stateDir, `releases/data-${FUTURE}.pack`)));
  const ordinal = await ordinalAt(service.url);
  assert.ok(ordinal > FUTURE, String(ordinal));
  rmSync(join(stateDir, STORE_FILE), { recursive: true });
  await service.logged('works again');
  assert.ok(!existsSync(join(stateDir, 'releases')));
  assert.equal(ReleaseStore.readManifest(stateDir)?.ordinal, ordinal);
});

for (const [what, announced, packed] of [
  ['that is above all packs', FUTURE, 1_795_000_000_000],
  ['of the newest pack', FUTURE, FUTURE],
] as const) {
  test(`a subscriber to whom a version was announced ${what} hears of the first edit after the upgrade`, async (t) => {
    const subscriber = await start(t);
    const folder = createFolder(t);
    const contentDir = createContentFolder(t, SAMPLE_CONTENT);
    const stateDir = join(folder, 'state');
    const settings = { contentDir, env: { STATE_DIR: stateDir, OUT_DIR: join(folder, 'dist') } };
    const earlier = await startHubService(t, settings);
    await earlier.subscribe(subscriber.callback());
    const session = await openSession(earlier.service.url);
    assert.equal(await earlier.service.stop(), 0);
    // What the earlier version would have left.
    rmSync(join(stateDir, STORE_FILE));
    leavePacks(stateDir, [`data-${packed}.pack`, `pages-${packed}.pack`]);
    const database = new DatabaseSync(join(stateDir, HUB_FILE));
    database.prepare('UPDATE testimony_topics SET ordinal = ?').run(announced);
    database.close();
    const secret = readFileSync(join(stateDir, 'mcp-session-secret'));

    const hub = await startHubService(t, settings);
    await hub.service.logged('serving');
    assert.equal(await hub.active(), 1);
    assert.equal(subscriber.deliveries.length, 0, 'nothing has changed');
    assert.deepEqual(readFileSync(join(stateDir, 'mcp-session-secret')), secret);
    const { headers } = session;
    resultOf(await send(hub.service.url, { headers, body: message('ping') }));
    await hub.announce('The first edit after the upgrade.');
    await hub.settled();
    const [delivery, ...more] = subscriber.deliveries;
    assert.ok(delivery?.body.includes('The first edit after the upgrade.'));
    assert.equal(more.length, 0);
    assert.ok((await ordinalAt(hub.service.url)) > FUTURE);
  });
}
