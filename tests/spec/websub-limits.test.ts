import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSubscriber } from '../support/subscriber.ts';
import { startHubService, TOPIC } from '../support/websub-hub.ts';

/** Of callbacks in one network no more are asked at once, and then only ten a minute. */
const MAX_VERIFICATIONS = 10;

const hub = await startHubService(
  { after },
  {
    env: {
      HUB_RETRY_DELAYS_SECONDS: 'none',
      HUB_MAX_SUBSCRIPTIONS: '4',
      HUB_MAX_SUBSCRIPTIONS_PER_HOST: '3',
      RATE_LIMIT_PER_MINUTE: '600',
    },
  },
);
const first = await startSubscriber({ after });
const second = await startSubscriber({ after }, { address: '127.0.0.2' });
const third = await startSubscriber({ after }, { address: '127.0.0.3' });

function formOf(callback: string) {
  return { 'hub.mode': 'subscribe', 'hub.topic': TOPIC, 'hub.callback': callback };
}

test('part 8, part 3: the third failure in a row ends a subscription, and no sooner', async () => {
  await hub.subscribe(first.callback());
  const steps = [
    [500, 1],
    [500, 1],
    [204, 1],
    [500, 1],
    [500, 1],
    [500, 0],
  ] as const;
  for (const [index, [status, left]] of steps.entries()) {
    first.behave(({ method }) => (method === 'POST' ? { status } : undefined));
    await hub.announce(`Edition ${index}.`);
    await hub.settled();
    assert.equal(first.deliveries.length, index + 1);
    assert.equal(await hub.active(), left, `after the delivery ${index + 1}`);
  }
  await first.waitFor(1, (one) => one.url.includes('hub.mode=denied'));
});

test('part 8: a host and the hub have bounds on subscriptions, and renewals pass them', async () => {
  for (const path of ['/a', '/b', '/c']) await hub.subscribe(first.callback(path));
  const ofHost = await hub.post(formOf(first.callback('/d')));
  assert.equal(ofHost.status, 403);
  assert.match(ofHost.text, /may have 3 subscriptions/);
  assert.match(String(ofHost.headers['content-type']), /^text\/plain/);
  await hub.subscribe(first.callback('/a'));
  assert.equal(await hub.active(), 3);

  await hub.subscribe(second.callback());
  const ofHub = await hub.post(formOf(third.callback()));
  assert.equal(ofHub.status, 503);
  assert.match(String(ofHub.headers['retry-after']), /^\d+$/);
  await hub.subscribe(second.callback());
  assert.equal(await hub.active(), 4);
  assert.equal(third.connections, 0);
});

test('part 8: the bounds that hold are told by the status', async () => {
  const { limits, failureRule } = await hub.status();
  assert.equal(limits.subscriptions, 4);
  assert.equal(limits.subscriptionsPerHost, 3);
  assert.equal(failureRule.failedNotifications, 3);
  assert.equal(failureRule.attempts, 1);
});

test('part 8: a client has thirty requests a minute, and then 429 with Retry-After', async () => {
  let answered = await hub.post('');
  // Those before may have been counted in the minute before.
  for (let sent = 1; answered.status === 400 && sent < 61; sent++) answered = await hub.post('');
  assert.equal(answered.status, 429);
  assert.match(String(answered.headers['retry-after']), /^\d+$/);
  assert.match(String(answered.headers['content-type']), /^text\/plain/);
  const asked = [first, second, third].flatMap(({ verifications }) => verifications);
  assert.ok(asked.length <= MAX_VERIFICATIONS, 'this file would wait for the limit by network');
});
