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
import { createHub } from './world.ts';

/** Runs the command as a process, with folders of its own. */
async function run(folder: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, ['scripts/hub/main.ts', ...args], {
    cwd: REPOSITORY,
    env: {
      BASE_URL,
      OUT_DIR: join(folder, 'dist'),
      STATE_DIR: join(folder, 'state'),
      HUB_ALLOW_CALLBACK_CIDRS: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: CA_FILE,
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
async function createOwnStore(t: TestContext, folder: string, callback: string) {
  const hub = await createHub(t, join(folder, 'state', HUB_FILE));
  const topic = `${BASE_URL}/feed.xml`;
  await hub.subscribe({ topic, callback, secret: 'geheim' }, Date.now());
  return hub.store;
}

test('while the service has the store open, the commands work on it', async (t) => {
  const folder = createFolder(t);
  const store = await createOwnStore(t, folder, 'https://127.0.0.1:9/push');

  const list = await run(folder, 'list');
  assert.deepEqual([list.status, list.error], [0, '']);
  assert.match(list.out, /^1 {3}active {2}\/feed\.xml .* https:\/\/127\.0\.0\.1:9\/push$/m);

  const removed = await run(folder, 'remove', '1');
  assert.deepEqual([removed.status, removed.error], [0, '']);
  const [row] = await store.list({ id: 1 });
  assert.equal(row?.state === 'ended' && row.reason, 'removed');
});

test('a trial sends the published bytes over TLS and changes nothing', async (t) => {
  const folder = createFolder(t);
  const made = await makeRelease();
  await writeRelease(join(folder, 'dist'), made);
  const subscriber = await startSubscriber(t);
  const store = await createOwnStore(t, folder, subscriber.callback());
  const before = await store.list();

  const { status, out, error } = await run(folder, 'test', '1');

  assert.deepEqual([status, error], [0, '']);
  assert.match(out, /^URL {3}acceptable\nTCP {3}connected .*\nTLS {3}TLSv1\.3, .*\nGET .*\nPOST /);
  assert.match(out, / bytes, signed \(\d+ ms\): 204, acknowledged\n$/);
  const [delivery] = subscriber.deliveries;
  assert.deepEqual(delivery?.body, Buffer.from(bytesAt(made.encoded, '/feed.xml')));
  assert.match(String(delivery?.headers['user-agent']), /^Testimony\/.* \(\+http/);
  assert.match(subscriber.verifications[0]?.url ?? '', /[?&]hub\.mode=subscribe&/);
  assert.deepEqual(await store.list(), before);
});

test('without a store nothing is made', async (t) => {
  const folder = createFolder(t);
  const { status, out, error } = await run(folder, 'list');
  assert.deepEqual([status, out], [1, '']);
  assert.match(error, /^hub: There is no .*hub\.sqlite\. .* set STATE_DIR or DATABASE_URL/);
  assert.deepEqual(readdirSync(folder), []);
});
