import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import {
  createOpenTls,
  type OpenSocket,
} from '../../../../sidecar/hub/callback/guarded-connect.ts';
import { CA_FILE, startSubscriber } from '../../../support/subscriber.ts';

import { assertUnreached, BODY, startClient } from './ask-callback.ts';

/** Above whatever a library would allow by itself, such as 300 s for a head. */
const TIMEOUT_MS = 3_600_000;
const LAST_MS = 1000;
const CONNECT_MS = TIMEOUT_MS / 2;

/** undici counts time by itself, in ticks that its own tests move like this. */
const { tick }: { tick: (ms: number) => void } = createRequire(import.meta.url)(
  'undici/lib/util/timers.js',
);

test('a delivery may take as long as is configured, and no longer', async (t) => {
  const subscriber = await startSubscriber(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const pass = (ms: number) => {
    // The first makes it notice its new timers.
    for (const part of [LAST_MS, ms]) tick(part);
    t.mock.timers.tick(ms);
  };
  const openTls = createOpenTls(readFileSync(CA_FILE));
  const connect: OpenSocket = (...connection) => {
    pass(CONNECT_MS);
    return openTls(...connection);
  };
  for (const isAnswered of [true, false]) {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<undefined>();
    subscriber.behave(() => {
      asked.resolve();
      return answer.promise;
    });
    const client = startClient(t, { timeoutMs: TIMEOUT_MS, connect });
    const delivery = client.post(subscriber.callback(), {}, BODY);
    await Promise.race([asked.promise, delivery]);
    pass(TIMEOUT_MS - CONNECT_MS - LAST_MS);
    if (isAnswered) answer.resolve(undefined);
    else pass(LAST_MS);
    const result = await delivery;
    if (isAnswered) assert.equal(result.kind === 'answered' && result.status, 204);
    else assertUnreached(result, 'response', 'ETIMEDOUT');
  }
});
