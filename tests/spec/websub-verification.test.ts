import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Behaviour } from '../support/subscriber.ts';
import { startHubService, TOPIC, TOPICS } from '../support/websub-hub.ts';
import { createStart } from '../support/websub-subscribers.ts';

// Retries and limits of verification, by a manual clock: tests/journeys/hub/verification.test.ts.
const hub = await startHubService({ after });
const start = createStart({ after });

test('H14 §5.2: of a request that was accepted each callback hears by GET, once', async (t) => {
  const subscriber = await start(t);
  for (const topic of TOPICS) await hub.subscribe(subscriber.callback(), { 'hub.topic': topic });
  assert.deepEqual(
    subscriber.verifications.map(({ url }) => new URL(url, TOPIC).searchParams.get('hub.topic')),
    TOPICS,
  );
  assert.equal(subscriber.received.length, 3);
});

test('H15 §5.3: the callback is asked with mode, topic, challenge and lease, each time anew', async (t) => {
  const subscriber = await start(t);
  await hub.subscribe(subscriber.callback(), { 'hub.lease_seconds': '3600' });
  await hub.subscribe(subscriber.callback(), { 'hub.lease_seconds': '7200' });
  await hub.unsubscribe(subscriber.callback());
  const asked = subscriber.verifications.map(({ url }) => [...new URL(url, TOPIC).searchParams]);
  const challenges = asked.map((fields) => fields[2]?.[1] ?? '');
  assert.deepEqual(
    asked.map((fields) => fields.map(([name, value]) => (/lenge/.test(name) ? name : value))),
    [
      ['subscribe', TOPIC, 'hub.challenge', '3600'],
      ['subscribe', TOPIC, 'hub.challenge', '7200'],
      ['unsubscribe', TOPIC, 'hub.challenge', '864000'],
    ],
  );
  assert.equal(new Set(challenges).size, 3);
  for (const challenge of challenges) assert.match(challenge, /^[\w-]{43}$/);
  assert.match(String(subscriber.received[0]?.headers['user-agent']), /^\S+\/\S+ \(\+http.*hub\)$/);
});

for (const [given, kept] of [
  ['/x?foo=bar&red=fish', '/x?foo=bar&red=fish&'],
  ['/x?hub.mode=x&hub.challenge=y', '/x?hub.mode=x&hub.challenge=y&'],
  ['/x?a=1&a=2', '/x?a=1&a=2&'],
  ['/x?x=%2F+%20&%61=%zz', '/x?x=%2F+%20&%61=%zz&'],
  ['/x?', '/x?'],
  ['/x?a?b', '/x?a?b&'],
  ['', '/?'],
  ['?only=query', '/?only=query&'],
] as const) {
  test(`H16 §5.1.1: the query of ${given || 'a callback without a path'} stays, ours comes behind`, async (t) => {
    const subscriber = await start(t);
    // The challenge is the last of that name, as the callback may have one of its own.
    subscriber.behave(({ url, method }) => {
      if (method === 'POST') return undefined;
      const body = /.*[?&]hub\.challenge=([\w-]+)/.exec(url)?.[1] ?? '';
      return { status: 200, body };
    });
    const before = await hub.active();
    await hub.subscribe(subscriber.origin + given);
    const [asked] = subscriber.verifications;
    assert.ok(asked);
    assert.ok(asked.url.startsWith(`${kept}hub.mode=subscribe&hub.topic=`), asked.url);
    assert.equal(await hub.active(), before + 1);
    await hub.unsubscribe(subscriber.origin + given);
    assert.equal(await hub.active(), before);
  });
}

/** Answers to the verification, and whether the subscription is made (part 3). */
const ANSWERS: readonly (readonly [string, (challenge: string) => Behaviour, boolean])[] = [
  ...[200, 201, 202, 206, 299].map(
    (status) =>
      [`${status} with the challenge`, (body: string) => ({ status, body }), true] as const,
  ),
  [
    'the challenge as HTML',
    (body) => ({ status: 200, body, headers: { 'Content-Type': 'text/html' } }),
    true,
  ],
  ['the challenge and a line feed', (body) => ({ status: 200, body: `${body}\n` }), false],
  ['the challenge behind a space', (body) => ({ status: 200, body: ` ${body}` }), false],
  ['half of the challenge', (body) => ({ status: 200, body: body.slice(20) }), false],
  ['another case', (body) => ({ status: 200, body: body.toUpperCase() }), false],
  ['nothing', () => ({ status: 200, body: '' }), false],
  ['204', () => ({ status: 204 }), false],
  ...[400, 404, 410, 500, 503].map(
    (status) =>
      [`${status} with the challenge`, (body: string) => ({ status, body }), false] as const,
  ),
  ['a page without end', () => 'flood', false],
];

for (const [what, answer, agrees] of ANSWERS) {
  test(`H17 §5.3.1, part 3: ${what} ${agrees ? 'subscribes' : 'rejects'}`, async (t) => {
    const subscriber = await start(t);
    subscriber.behave(({ url, method }) =>
      method === 'GET'
        ? answer(new URL(url, TOPIC).searchParams.get('hub.challenge') ?? '')
        : undefined,
    );
    const before = await hub.active();
    await hub.subscribe(subscriber.callback());
    assert.equal(await hub.active(), before + (agrees ? 1 : 0));
    assert.equal(subscriber.verifications.length, 1, 'an answer is final');
  });
}

test('H17 §5.3.1: a redirect rejects, and where it leads nobody comes', async (t) => {
  const subscriber = await start(t);
  const elsewhere = await start(t);
  const codes = [301, 302, 303, 307, 308];
  const before = await hub.active();
  subscriber.behave(({ url }) => ({
    status: Number(url.slice(1, 4)),
    headers: { Location: elsewhere.origin + url },
  }));
  for (const code of codes) await hub.subscribe(subscriber.callback(`/${code}`));
  assert.equal(subscriber.verifications.length, codes.length);
  assert.equal(elsewhere.connections, 0);
  assert.equal(await hub.active(), before);
});

test('H28 §5.1: who was never subscribed is answered as all others, and asked nothing', async (t) => {
  const subscriber = await start(t);
  await hub.unsubscribe(subscriber.callback());
  // What is asked for later is asked first where something waits before it.
  await hub.subscribe(subscriber.callback('/later'));
  assert.deepEqual(
    subscriber.received.map(({ url }) => url.split('?')[0]),
    ['/later'],
  );
});
