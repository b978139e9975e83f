import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { HUB_FILE } from '../../../../sidecar/hub/hub-settings.ts';
import { CA_FILE } from '../../../fixtures/tls/certificates.ts';
import { createFolder } from '../../../support/content-folder.ts';
import { BASE_URL, bytesAt, makeRelease, writeRelease } from '../../../support/release.ts';
import { REPOSITORY } from '../../../support/run-script.ts';
import { startSubscriber } from '../../../support/subscriber.ts';
import { createStore, DAY_MS, subscription } from './world.ts';

const TOPIC = `${BASE_URL}/feed.xml`;

/** Runs the command as a process, with folders of its own. */
async function run(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  const child = spawn(process.execPath, ['scripts/hub/main.ts', ...args], {
    cwd: REPOSITORY,
    env: {
      BASE_URL,
      OUT_DIR: join(folder, 'dist'),
      STATE_DIR: join(folder, 'state'),
      HUB_ALLOW_CALLBACK_CIDRS: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: CA_FILE,
      ...environment,
    },
  });
  const [out, error] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    child.exitCode ?? once(child, 'exit'),
  ]);
  return { status: child.exitCode, out, error };
}

/** A store in a folder with one subscription of a callback, open as the service has it. */
function createOwnStore(t: TestContext, folder: string, callback: string) {
  const [now, file] = [Date.now(), join(folder, 'state', HUB_FILE)];
  const times = { subscribedAt: now, expiresAt: now + 10 * DAY_MS, readyAt: now, verifiedAt: now };
  const facts = { topic: TOPIC, callback, host: '127.0.0.1', secret: 'geheim', ...times };
  return createStore(t, { subscriptions: [subscription(facts)] }, file);
}

test('while the service has the store open, the commands work on it', async (t) => {
  const folder = createFolder(t);
  const callback = 'https://127.0.0.1:9/push';
  const store = await createOwnStore(t, folder, callback);

  const list = await run(folder, ['list']);
  assert.deepEqual([list.status, list.error], [0, '']);
  assert.match(list.out, /^\/feed\.xml {2}https:\/\/127\.0\.0\.1:9\/push {2}active {2}/m);
  assert.match(list.out, /\n1 subscription: 1 active \(0 failing\), 0 expired; /);

  const shown = await run(folder, ['show', callback]);
  assert.match(shown.out, /\n {4}The lease ends on .* UTC, in 10 days\.\n/);

  const removed = await run(folder, ['remove', callback, '--block', '127.0.0.1']);
  assert.deepEqual([removed.status, removed.error], [0, '']);
  assert.deepEqual(await store.listSubscriptions({}), []);
  assert.deepEqual(
    (await store.listEnded({})).map(({ reason }) => reason),
    ['removed'],
  );
  assert.deepEqual(
    (await store.listBlocked()).map(({ host }) => host),
    ['127.0.0.1'],
  );
});

test('a trial sends the published bytes over TLS and changes nothing', async (t) => {
  const folder = createFolder(t);
  const made = await makeRelease();
  await writeRelease(join(folder, 'dist'), made);
  const subscriber = await startSubscriber(t);
  const store = await createOwnStore(t, folder, subscriber.callback());
  const before = await store.exportAll();

  const { status, out, error } = await run(folder, ['test', subscriber.callback()]);

  assert.deepEqual([status, error], [0, '']);
  assert.match(
    out,
    /^URL {3}acceptable\nName {2}none: .*\nTCP {3}connected .*\nTLS {3}TLSv1\.3, .*\nHub {3}1 subscription\nGET {3}.*\nPOST {2}\/feed\./,
  );
  assert.match(out, / bytes, signed: 204, acknowledged \(\d+ ms\)\n$/);
  const [delivery] = subscriber.deliveries;
  assert.deepEqual(delivery?.body, Buffer.from(bytesAt(made.encoded, '/feed.xml')));
  assert.match(String(delivery?.headers['user-agent']), /^Testimony\/.* \(\+http/);
  assert.match(subscriber.verifications[0]?.url ?? '', /[?&]hub\.mode=subscribe&/);
  assert.deepEqual(await store.exportAll(), before);
});

test('without a store only import makes one, from a file that can be read', async (t) => {
  const folder = createFolder(t);
  const { status, out, error } = await run(folder, ['export', join(folder, 'hub.json')]);
  assert.deepEqual([status, out], [1, '']);
  assert.match(error, /^hub: There is no .*hub\.sqlite\. .* set STATE_DIR, or DATABASE_URL/);
  assert.equal((await run(folder, ['import', '/nowhere/hub.json'])).status, 1);
  assert.deepEqual(readdirSync(folder), []);
});

test('a wrong environment is reported without a stack', async (t) => {
  const { status, error } = await run(createFolder(t), ['list'], { PORT: 'http' });
  assert.equal(status, 1);
  assert.match(error, /^hub: The environment cannot be used:\n {2}PORT must be/);
  assert.doesNotMatch(error, /\n {4}at /);
});
