import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';
import { startService } from '../../support/service.ts';
import { isPost, startSubscriber } from '../../support/subscriber.ts';
import { CA_FILE } from '../../support/tls.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { editReview, useHub } from '../../support/websub-hub.ts';

/** All that a hub needs to reach subscribers on loopback; everything else is as nobody configured it. */
const LOOPBACK = {
  ...{ RATE_LIMIT_PER_MINUTE: '600', LOG_LEVEL: 'debug' },
  ...{ HUB_ALLOW_CALLBACK_CIDRS: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: CA_FILE },
};
/** Behind the interval of 5 s, and before the first pause of 10 s. */
const BETWEEN_EDITS_MS = 7_000;
/** The first pauses of the ladder, with what they may be longer. */
const LADDER_MS = 15_000;

/** Within the 15 s of HUB_TIMEOUT_SECONDS. */
const LATE_MS = 12_000;

// Both wait most of the time.
suite('a hub as it is when nobody configured it', { concurrency: 2 }, () => {
  test('each of three edits is sent at once to a callback that answers 500, then nothing, and it is told', async (t) => {
    const service = await startService(t, { content: SAMPLE_CONTENT, env: LOOPBACK });
    const hub = await useHub(service);
    const subscriber = await startSubscriber(t);
    await hub.subscribe(subscriber.callback());
    subscriber.behave((one) => (isPost(one) ? { status: 500 } : undefined));
    for (const edit of [1, 2, 3]) {
      // The first one behind the interval that began with the start.
      await setTimeout(BETWEEN_EDITS_MS);
      const startedAt = performance.now();
      editReview(join(service.folder, 'content'), `Edit number ${edit}.`);
      const sent = await subscriber.waitFor(edit, isPost);
      const ms = performance.now() - startedAt;
      assert.ok(ms < 3_000, `edit ${edit} took ${ms} ms`);
      assert.ok(sent.at(-1)?.body.includes(`Edit number ${edit}.`));
    }
    const isNotice = ({ url }: { readonly url: string }) => url.includes('hub.mode=denied');
    await waitUntil('it is told', () => subscriber.received.some(isNotice));
    editReview(join(service.folder, 'content'), 'Nobody is told of this one.');
    await setTimeout(LADDER_MS);
    const { state, ended } = await hub.lookUp(subscriber.callback());
    assert.deepEqual([state, ended?.reason, ended?.fault?.status], ['ended', 'failed', 500]);
    assert.deepEqual(
      [subscriber.deliveries.length, subscriber.received.filter(isNotice).length],
      [3, 1],
    );
  });

  test('a callback that answers after 12 s has acknowledged', async (t) => {
    const service = await startService(t, { content: SAMPLE_CONTENT, env: LOOPBACK });
    const hub = await useHub(service);
    const subscriber = await startSubscriber(t);
    await hub.subscribe(subscriber.callback());
    const answered = Promise.withResolvers<void>();
    subscriber.behave(async (one) => {
      if (!isPost(one)) return undefined;
      await setTimeout(LATE_MS);
      answered.resolve();
      return { status: 204 };
    });
    await hub.announce('Slowly.');
    await answered.promise;
    // Questions are limited as well.
    await setTimeout(1_000);
    const { delivery } = await hub.lookUp(subscriber.callback());
    assert.partialDeepStrictEqual(delivery, { isUpToDate: true, failedNotifications: 0 });
    assert.equal(subscriber.deliveries.length, 1);
  });
});
