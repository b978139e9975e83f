import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { HubUnavailableError } from '../../../sidecar/hub/hub-client.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { countConnections, headOf, openRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { encodeForm, FORM_TYPE, postForm } from '../../support/websub-hub.ts';
import { SUBSCRIBE, serveHub } from './serve-hub.ts';

// What makes a form right or wrong: tests/rooms/hub/request.test.ts. What is answered to it:
// tests/contract/requests/hub-forms.ts.
const { release } = await makeRelease();
const FORM = encodeForm(SUBSCRIBE);
const ACCEPTED = /^Accepted\. The hub now sends a GET to the callback: .*\n$/;
const PAIR = {
  topic: SUBSCRIBE['hub.topic'],
  callback: SUBSCRIBE['hub.callback'],
  host: 'subscriber.example.com',
};
const LOOKUP = `${HUB_PATH}?${encodeForm({ 'hub.topic': PAIR.topic, 'hub.callback': PAIR.callback })}`;
type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
};

/** Every answer to a request is text, which is not kept; returns it. */
function textOf({ status, headers, body }: Answer, expected: number, retryAfter?: string): string {
  assert.equal(status, expected, body.toString());
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['retry-after'], retryAfter);
  return body.toString();
}

const serve = (t: TestContext, settings: Parameters<typeof serveHub>[1] = {}) =>
  serveHub(t, { release, ...settings });

test('H2 §5.1.2, H4 §5.1.2: the answer waits for the store alone, and comes only then', async (t) => {
  const store = Promise.withResolvers<'accepted'>();
  const asked = Promise.withResolvers<void>();
  const accept = () => {
    asked.resolve();
    return store.promise;
  };
  const { url } = await serve(t, { accept });
  let isAnswered = false;
  const answered = postForm(url, FORM).finally(() => {
    isAnswered = true;
  });
  await asked.promise;
  await ask(url, '/healthz');
  assert.equal(isAnswered, false);
  store.resolve('accepted');
  textOf(await answered, 202);
});

test('what is wrong is not handed to the hub, nor what a client leaves before it is whole', async (t) => {
  const { url, intents, inspected, log, server } = await serve(t);
  textOf(await postForm(url, ''), 400);
  textOf(await ask(url, `${LOOKUP}&hub.topic=x`), 400);
  const arrived = once(server, 'request');
  const connection = await openRaw(url);
  const fields = { 'Content-Type': FORM_TYPE, 'Content-Length': '8000' };
  await connection.send(headOf(`POST ${HUB_PATH}`, fields) + FORM);
  await arrived;
  connection.socket.resetAndDestroy();
  const countOpen = () => countConnections(server);
  await waitUntil('the connection is gone', async () => (await countOpen()) === 0);
  assert.deepEqual([intents, inspected, log], [[], [], []]);
});

for (const [acceptance, status, retryAfter, said] of [
  // Whether a subscription is known cannot be seen from outside (H4 §5.1.2).
  ['unknown', 202, undefined, ACCEPTED],
  ['queue-full', 503, '10', /^Too many requests wait .* try again in 10 seconds\.\n$/],
  ['client-full', 503, '60', /^6 requests from your network wait .* try again in 60 seconds\.\n$/],
  [
    'full',
    503,
    '3600',
    /^The hub has reached its maximum number of subscriptions; .*3600 seconds\.\n$/,
  ],
  ['host-full', 403, undefined, /^A host may have at most 7 subscriptions, .* end one first\.\n$/],
  [
    'blocked',
    403,
    undefined,
    /^The operator of this hub does not accept .* from the host of hub\.callback/,
  ],
] as const) {
  test(`a hub that answers ${acceptance} means ${status}, which is no fault`, async (t) => {
    const settings = { maxSubscriptionsPerHost: 7, maxPendingPerClient: 6 };
    const { url, log } = await serve(t, { accept: async () => acceptance, settings });
    assert.match(textOf(await postForm(url, FORM), status, retryAfter), said);
    assert.deepEqual(log, []);
  });
}

test('a hub that cannot be asked, or is not there yet, is 503 with Retry-After, and no reason', async (t) => {
  const fail = () => Promise.reject(new HubUnavailableError('SQLITE_BUSY at /var/lib'));
  for (const [{ url }, what, seconds] of [
    [
      await serve(t, { accept: fail, status: fail, inspect: fail }),
      'The hub is not available at the moment',
      '5',
    ],
    [await startInProcess(t), 'The hub is starting', '2'],
    [await startInProcess(t, { release }), 'The hub is starting', '2'],
  ] as const) {
    const asked = [await ask(url, HUB_PATH), await ask(url, LOOKUP)];
    for (const answer of [await postForm(url, FORM), ...asked]) {
      assert.equal(textOf(answer, 503, seconds), `${what}; try again in ${seconds} seconds.\n`);
    }
  }
});

test('a fault of ours is 500 without its cause, which is logged without the callback', async (t) => {
  const accept = () => Promise.reject(new Error('the inside'));
  const { url, log } = await serve(t, { accept });
  assert.doesNotMatch(textOf(await postForm(url, FORM), 500), /inside/);
  assert.match(JSON.stringify(log), /the inside/);
  assert.doesNotMatch(JSON.stringify(log), /geheim/, 'a callback may hold a secret in its query');
});

test('30 requests and questions of a client and minute are taken; the status counts apart', async (t) => {
  const { url, intents } = await serve(t, { rateLimitPerMinute: 600, trustProxy: 1 });
  const from = (client: string) => ({ 'X-Forwarded-For': client });
  const post = (client: string) => postForm(url, FORM, from(client));
  const get = (target: string) => ask(url, target, { headers: from('192.0.2.1') });
  for (let left = 29; left >= 0; left--) {
    const { headers } = await (left % 2 === 0 ? get(LOOKUP) : post('192.0.2.1'));
    assert.match(String(headers.ratelimit), new RegExp(`^"hub"; r=${left}; t=\\d+`));
    assert.equal(headers['ratelimit-policy'], '"hub"; q=30; w=60');
  }
  const refused = await post('192.0.2.1');
  const seconds = String(refused.headers['retry-after']);
  const wait = `More than 30 requests came from your address in a minute; wait ${seconds} seconds, as Retry-After says, and try again.\n`;
  assert.equal(textOf(refused, 429, seconds), wait);
  assert.deepEqual([(await get(LOOKUP)).status, intents.length], [429, 15]);
  const { status, headers } = await get(`${HUB_PATH}?x=hub.topic`);
  assert.deepEqual([status, headers['ratelimit-policy']], [200, '"api"; q=600; w=60']);
  assert.equal((await post('192.0.2.2')).status, 202, 'another client');
});
