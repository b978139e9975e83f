import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { joinPieces } from '#search/corpus/pieces.ts';
import { readTopics } from '../../../../scripts/hub/trial.ts';
import { folderOf } from '../../../../sidecar/publish/store/release-folders.ts';
import { CA_FILE } from '../../../fixtures/tls/certificates.ts';
import { BUSINESS } from '../../../support/content-files.ts';
import { createFolder } from '../../../support/content-folder.ts';
import {
  BASE_URL,
  bytesAt,
  makeRelease,
  storeRelease,
  writeRelease,
} from '../../../support/release.ts';
import { REPOSITORY } from '../../../support/run-script.ts';
import { SAMPLE_CONTENT } from '../../../support/sample-content.ts';
import { startSubscriber } from '../../../support/subscriber.ts';
import { createHub } from './world.ts';

const EDITED = {
  ...SAMPLE_CONTENT,
  'business.yaml': BUSINESS.replace('Harbor Law', 'Harbour Law'),
};

test('topics are read byte for byte from the newest readable release of this origin', async (t) => {
  const folder = createFolder(t);
  const where = { outDir: join(folder, 'dist'), stateDir: join(folder, 'state') };
  const read = (baseUrl = BASE_URL) =>
    readTopics(where, baseUrl)
      .map(({ topic, mediaType, body }) => [topic, mediaType, joinPieces(body).toString()])
      .sort();
  const topicsOf = ({ encoded }: typeof built) =>
    [
      ['/api/feed.json', 'application/json'],
      ['/feed.xml', 'application/atom+xml'],
      ['/reviews.json', 'application/json'],
    ].map(([path = '', type]) => [BASE_URL + path, type, `${Buffer.from(bytesAt(encoded, path))}`]);
  const built = await makeRelease();
  const stored = await makeRelease(EDITED, { previous: built.manifest });

  assert.deepEqual(read(), []);
  writeRelease(where.outDir, built);
  assert.deepEqual(read(), topicsOf(built));
  storeRelease(where.stateDir, stored);
  assert.deepEqual(read(), topicsOf(stored));
  assert.deepEqual(read('https://elsewhere.example'), []);
  const file = 'client/reviews.json';
  writeFileSync(join(folderOf(where.stateDir, stored.manifest.ordinal), file), '');
  assert.deepEqual(read(), topicsOf(built));
});

test('beside a service, a process delivers the published bytes over TLS and stores nothing', async (t) => {
  const folder = createFolder(t);
  const made = await makeRelease();
  writeRelease(join(folder, 'dist'), made);
  const subscriber = await startSubscriber(t);
  const STATE_DIR = join(folder, 'state');
  const { store, subscribe } = await createHub(t, STATE_DIR, Date.now());
  await subscribe({ topic: `${BASE_URL}/feed.xml`, callback: subscriber.callback() });
  const before = await store.list();
  const child = spawn(process.execPath, ['scripts/main.ts', 'hub', 'test', '1'], {
    cwd: REPOSITORY,
    env: {
      ...{ BASE_URL, STATE_DIR, OUT_DIR: join(folder, 'dist') },
      HUB_ALLOW_CALLBACK_CIDRS: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: CA_FILE,
    },
  });
  const streams = [text(child.stdout), text(child.stderr)];
  assert.deepEqual(await once(child, 'exit'), [0, null]);
  const [out, error] = await Promise.all(streams);
  assert.equal(error, '');
  assert.match(
    out ?? '',
    /^URL {3}acceptable\nTCP .*\nTLS .*\nGET .*\nPOST .*: 204, acknowledged\n$/,
  );
  const [delivery] = subscriber.deliveries;
  assert.deepEqual(delivery?.body, Buffer.from(bytesAt(made.encoded, '/feed.xml')));
  assert.match(String(delivery?.headers['user-agent']), /^Testimony\/.* \(\+http/);
  assert.match(subscriber.verifications[0]?.url ?? '', /[?&]hub\.mode=subscribe&/);
  assert.deepEqual(await store.list(), before);
});
