import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStore } from '../../../sidecar/hub/store/open-store.ts';
import { HUB_FILE } from '../../../sidecar/hub/store/store-file.ts';
import { ask } from '../../support/ask.ts';
import { atEnd } from '../../support/at-end.ts';
import { createFolder } from '../../support/content-folder.ts';
import { startSubscriber } from '../../support/subscriber.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { startHubService, TOPIC } from '../../support/websub-hub.ts';

const SUBSCRIBERS = 12;
const NAMES = Array.from({ length: SUBSCRIBERS }, (_, index) => ({
  name: `s${index}.subscriber.test`,
  address: `127.0.0.${2 + index}`,
}));

test('three edits without a network: nobody is unsubscribed or counted, and all get the last', async (t) => {
  const folder = createFolder(t);
  const outage = join(folder, 'outage');
  const stateDir = join(folder, 'state');
  const hub = await startHubService(t, {
    hubWorker: new URL('../../support/websub-names-worker.ts', import.meta.url),
    env: {
      STATE_DIR: stateDir,
      HUB_RETRY_DELAYS_SECONDS: 'none',
      TESTIMONY_TEST_OUTAGE: outage,
      TESTIMONY_TEST_NAMES: JSON.stringify(
        Object.fromEntries(NAMES.map(({ name, address }) => [name, [address]])),
      ),
    },
  });
  const subscribers = await Promise.all(
    NAMES.map(async ({ name, address }) => {
      const subscriber = await startSubscriber(t, { address });
      return { subscriber, callback: subscriber.callback().replace(address, name) };
    }),
  );
  await Promise.all(subscribers.map(({ callback }) => hub.subscribe(callback)));

  writeFileSync(outage, '');
  await hub.announce('The first that nobody can be sent.');
  await waitUntil('the hub pauses', async () => (await hub.status()).isPaused);
  await hub.announce('The second.');
  await hub.announce('The third, which all must get.');
  const during = await hub.status();
  const counts = during.topics.find(({ topic }) => topic === TOPIC);
  assert.equal(counts?.subscriptions.active, SUBSCRIBERS);
  assert.equal(counts?.undelivered, SUBSCRIBERS);
  assert.equal(during.isPaused, true);
  // Another process can read what the hub has stored.
  const store = await openStore({ databaseUrl: undefined, file: join(stateDir, HUB_FILE) });
  atEnd(t, () => store.close());
  const stored = await store.listSubscriptions({});
  assert.equal(stored.length, SUBSCRIBERS);
  for (const { failures, attempts } of stored) assert.deepEqual([failures, attempts], [0, 0]);

  rmSync(outage);
  await Promise.all(subscribers.map(({ subscriber }) => subscriber.waitFor(1, isPost)));
  await hub.settled();
  const { body } = await ask(hub.service.url, '/reviews.json');
  for (const { subscriber } of subscribers) {
    assert.deepEqual(
      subscriber.deliveries.map((one) => one.body.equals(body)),
      [true],
      'the last version alone',
    );
  }
  const { isPaused } = await hub.status();
  assert.deepEqual([isPaused, await hub.active()], [false, SUBSCRIBERS]);
});

function isPost({ method }: { readonly method: string }): boolean {
  return method === 'POST';
}
