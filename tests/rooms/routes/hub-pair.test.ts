import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { SubscriptionState } from '#artifacts/hub-status.ts';
import { createDataset } from '#dataset/dataset.ts';
import { renderOpenApi } from '#openapi/openapi.ts';
import { HubUnavailableError, type PairState } from '../../../sidecar/hub/hub-client.ts';
import { ask } from '../../support/ask.ts';
import { readDescription } from '../../support/description.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { contentOf } from '../../support/reviews.ts';
import {
  encodeForm,
  postForm,
  SUBSCRIBE,
  serveHub,
  UNKNOWN_PAIR,
} from '../../support/serve-hub.ts';

// What is said of each state: tests/rooms/hub/describe-pair.test.ts.
const { release } = await makeRelease();
const TOPIC = SUBSCRIBE['hub.topic'];
const CALLBACK = SUBSCRIBE['hub.callback'];
const PAIR = { 'hub.topic': TOPIC, 'hub.callback': CALLBACK };
const JSON_ONLY = { Accept: 'application/json' };

const REFUSED: PairState = {
  ...UNKNOWN_PAIR,
  now: Date.parse('2026-11-20T08:00:00Z'),
  ended: {
    topic: TOPIC,
    callback: CALLBACK,
    host: 'subscriber.example.com',
    reason: 'refused',
    endedAt: Date.parse('2026-11-20T07:00:00Z'),
    subscribedAt: undefined,
    expiresAt: undefined,
    acknowledgedAt: undefined,
    failedAt: Date.parse('2026-11-20T07:00:00Z'),
    fault: { kind: 'status', status: 404, message: 'it answered 404' },
    noticeUntil: undefined,
    noticeAttempts: 0,
    noticeAt: 0,
    notifiedAt: undefined,
    noticeFault: undefined,
  },
};

const pathOf = (fields: Readonly<Record<string, string>>) => `${HUB_PATH}?${encodeForm(fields)}`;
const textOf = ({ body }: { readonly body: Buffer }) => body.toString();

test('an unknown pair is 200 and no more than that, as JSON or as a sentence', async (t) => {
  const { url, inspected, log } = await serveHub(t, { release });
  const answer = await ask(url, pathOf(PAIR), { headers: JSON_ONLY });
  assert.deepEqual([answer.status, textOf(answer)], [200, '{"state":"none"}']);
  assert.equal(answer.headers['content-type'], 'application/json');
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.headers.vary, 'Accept');
  assert.equal(answer.headers['access-control-allow-origin'], '*');
  const { status, headers, text } = await ask(url, pathOf(PAIR));
  assert.deepEqual([status, headers['content-type']], [200, 'text/plain; charset=utf-8']);
  assert.match(text, /^The hub knows no subscription with this topic and callback/);
  assert.match(text, new RegExp(`\n\nWhat this means: ${BASE_URL}/websub/#lookup\n$`));
  const asked = { topic: TOPIC, callback: CALLBACK, host: 'subscriber.example.com' };
  assert.deepEqual([inspected, log], [[asked, asked], []]);
});

test('what is known is answered as described, and a HEAD has the head of it', async (t) => {
  const { url } = await serveHub(t, { release, inspect: async () => REFUSED });
  const answer = await ask(url, pathOf(PAIR), { headers: JSON_ONLY });
  const { state, ended, verification } = SubscriptionState.parse(answer.json());
  assert.deepEqual([state, ended?.reason], ['refused', 'refused']);
  assert.equal(verification?.fault?.status, 404);
  assert.doesNotMatch(textOf(answer), /null|geheim|secret/);
  const head = await ask(url, pathOf(PAIR), { method: 'HEAD', headers: JSON_ONLY });
  assert.deepEqual([head.status, head.body.length], [200, 0]);
  assert.equal(head.headers['content-length'], answer.headers['content-length']);

  const dataset = createDataset(contentOf(), BASE_URL);
  const described = readDescription(JSON.parse(Buffer.from(renderOpenApi(dataset)).toString()));
  const operation = described.find(({ operationId }) => operationId === 'getHubStatus');
  assert.equal(operation?.faultOf(200, 'application/json', answer.json()), undefined);
  assert.deepEqual(
    operation?.parameters.map(({ name }) => name),
    ['hub.topic', 'hub.callback'],
  );
});

test('it is text, as browsers want it, unless JSON is asked for by name', async (t) => {
  const { url } = await serveHub(t, { release });
  const text = 'text/plain; charset=utf-8';
  for (const [accept, type] of [
    ['*/*', text],
    ['', text],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', text],
    ['image/png', text],
    ['application/json;q=0.5, text/plain', text],
    ['application/json, text/plain, */*', 'application/json'],
    ['application/json, */*;q=0.1', 'application/json'],
  ] as const) {
    const { headers } = await ask(url, pathOf(PAIR), { headers: { Accept: accept } });
    assert.equal(headers['content-type'], type, accept);
  }
});

test('topic and callback are read as in a request: what that refuses is 400 in the same words', async (t) => {
  const { url, inspected } = await serveHub(t, { release });
  for (const query of [
    encodeForm({ 'hub.topic': TOPIC }),
    encodeForm({ 'hub.callback': CALLBACK }),
    encodeForm({ ...PAIR, 'hub.topic': `${TOPIC}?` }),
    encodeForm({ ...PAIR, 'hub.callback': 'http://subscriber.example.com/' }),
    encodeForm({ ...PAIR, 'hub.callback': 'https://10.0.0.1/' }),
    encodeForm({ 'hub.topic': '', 'hub.callback': `${CALLBACK}#x` }),
    `${encodeForm(PAIR)}&hub.callback=${encodeURIComponent(CALLBACK)}`,
    `${encodeForm(PAIR)}&hub.topic=x`,
    `${encodeForm(PAIR)}&x=%zz`,
    `${encodeForm(PAIR)}${'&x='.repeat(50)}`,
  ]) {
    const asked = await ask(url, `${HUB_PATH}?${query}`, { headers: JSON_ONLY });
    const posted = await postForm(url, `hub.mode=subscribe&${query}`);
    assert.deepEqual([asked.status, posted.status], [400, 400], query);
    assert.equal(textOf(asked), posted.text.replace('The form', 'The query'));
    assert.equal(asked.headers['content-type'], 'text/plain; charset=utf-8');
  }
  assert.deepEqual(inspected, []);

  // Spellings of one topic are the same one; a callback is exactly as it is given.
  const spelled = TOPIC.replace('http://reviews', 'HTTP://REVIEWS').replace('feed', '%66eed');
  const callback = 'https://Subscriber.Example.com:443/a%2Fb/?q=%41&';
  const answer = await ask(url, pathOf({ 'hub.topic': spelled, 'hub.callback': callback }));
  assert.equal(answer.status, 200);
  assert.deepEqual(inspected, [{ topic: TOPIC, callback, host: 'subscriber.example.com' }]);
});

test('a question counts as a request for a subscription, and any other query does not matter', async (t) => {
  const { url } = await serveHub(t, { release, rateLimitPerMinute: 600 });
  const policyOf = async (path: string) => (await ask(url, path)).headers['ratelimit-policy'];
  assert.equal(await policyOf(`${HUB_PATH}?x=hub.topic`), '"api"; q=600; w=60');
  for (let count = 0; count < 15; count++) {
    assert.equal(await policyOf(pathOf(PAIR)), '"hub"; q=30; w=60');
    assert.equal((await postForm(url, encodeForm(SUBSCRIBE))).status, 202);
  }
  assert.equal((await ask(url, pathOf(PAIR))).status, 429);
  assert.equal((await postForm(url, encodeForm(SUBSCRIBE))).status, 429);
  assert.equal((await ask(url, HUB_PATH)).status, 200);
});

test('a host that is asked about too often is 429, and a hub that cannot answer 503', async (t) => {
  const crowded = await serveHub(t, { release, inspect: async () => undefined });
  const { status, headers, text } = await ask(crowded.url, pathOf(PAIR), { headers: JSON_ONLY });
  assert.deepEqual([status, headers['retry-after']], [429, '6']);
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  assert.match(text, /^The host of hub\.callback was asked about .*; wait 6 seconds, .*\n$/);
  const fail = () => Promise.reject(new HubUnavailableError('SQLITE_BUSY at /var/lib'));
  const broken = await serveHub(t, { release, inspect: fail });
  assert.equal((await ask(broken.url, pathOf(PAIR))).status, 503);
});
