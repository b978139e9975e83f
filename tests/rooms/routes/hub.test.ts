import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { createDataset } from '#dataset/dataset.ts';
import { exampleHubForm } from '#openapi/hub.ts';
import { renderOpenApi } from '#openapi/openapi.ts';
import { HubUnavailableError } from '../../../sidecar/hub/hub-client.ts';
import { ask } from '../../support/ask.ts';
import { readDescription } from '../../support/description.ts';
import { startInProcess } from '../../support/in-process.ts';
import { headOf, sendRaw } from '../../support/raw-http.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { contentOf } from '../../support/reviews.ts';
import { encodeForm, postForm, SUBSCRIBE, serveHub } from '../../support/serve-hub.ts';

const { release } = await makeRelease();
const FORM = encodeForm(SUBSCRIBE);
const DESCRIPTION = JSON.parse(
  Buffer.from(renderOpenApi(createDataset(contentOf(), BASE_URL))).toString(),
);
const TEXT = 'text/plain; charset=utf-8';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What every answer of the hub carries. */
function checkHeaders(headers: Headers, body: Buffer): void {
  assert.equal(headers['content-type'], TEXT);
  assert.equal(headers['content-length'], String(body.length));
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['content-security-policy'], "default-src 'none'");
}

test('§4 H2 a good request is handed to the hub and answered 202 with what comes next', async (t) => {
  const { url, intents, log } = await serveHub(t, { release });
  const { status, headers, body, text } = await postForm(url, FORM);
  assert.equal(status, 202);
  checkHeaders(headers, body);
  assert.match(text, /^Accepted\. The callback is asked next, by GET: .*\n$/);
  assert.deepEqual(intents, [
    {
      mode: 'subscribe',
      topic: SUBSCRIBE['hub.topic'],
      topicAsGiven: SUBSCRIBE['hub.topic'],
      callback: SUBSCRIBE['hub.callback'],
      host: 'subscriber.example',
      secret: undefined,
      leaseSeconds: 864_000,
    },
  ]);
  assert.deepEqual(log, []);
});

test('H4 the answer waits for the store alone, and comes only then', async (t) => {
  const store = Promise.withResolvers<'accepted'>();
  const asked = Promise.withResolvers<void>();
  const accept = () => {
    asked.resolve();
    return store.promise;
  };
  const { url } = await serveHub(t, { release, accept });
  let isAnswered = false;
  const answered = postForm(url, FORM).then((answer) => {
    isAnswered = true;
    return answer;
  });
  await asked.promise;
  await ask(url, '/healthz');
  assert.equal(isAnswered, false);
  store.resolve('accepted');
  assert.equal((await answered).status, 202);
});

test('whether a subscription is known cannot be seen from outside', async (t) => {
  const answers = [];
  for (const acceptance of ['accepted', 'unknown'] as const) {
    const { url } = await serveHub(t, { release, accept: async () => acceptance });
    const form = encodeForm({ ...SUBSCRIBE, 'hub.mode': 'unsubscribe' });
    const { status, rawHeaders, text } = await postForm(url, form);
    const date = rawHeaders.indexOf('Date');
    answers.push([status, rawHeaders.toSpliced(date, 2), text]);
  }
  assert.deepEqual(answers[1], answers[0]);
});

for (const [acceptance, status, retryAfter, said] of [
  ['queue-full', 503, '10', /^Too many requests wait .* ask again in 10 seconds\.\n$/],
  ['full', 503, '3600', /^The hub has as many subscriptions as it takes; .*3600 seconds\.\n$/],
  ['host-full', 403, undefined, /^A host may have 7 subscriptions, .* end one first\.\n$/],
] as const) {
  test(`a hub that answers ${acceptance} means ${status}`, async (t) => {
    const { url, log } = await serveHub(t, {
      release,
      accept: async () => acceptance,
      settings: { maxSubscriptionsPerHost: 7 },
    });
    const { status: answered, headers, body, text } = await postForm(url, FORM);
    assert.equal(answered, status);
    checkHeaders(headers, body);
    assert.equal(headers['retry-after'], retryAfter);
    assert.match(text, said);
    assert.deepEqual(log, [], 'this is no fault');
  });
}

test('a hub that cannot be asked is 503 with Retry-After, and no reason', async (t) => {
  const fail = () => Promise.reject(new HubUnavailableError('SQLITE_BUSY at /var/lib'));
  const { url } = await serveHub(t, { release, accept: fail, status: fail });
  for (const { status, headers, body } of [await postForm(url, FORM), await ask(url, HUB_PATH)]) {
    assert.equal(status, 503);
    checkHeaders(headers, body);
    assert.equal(headers['retry-after'], '5');
    assert.equal(
      body.toString(),
      'The hub cannot be asked at the moment; ask again in 5 seconds.\n',
    );
  }
});

test('before the hub is there, it is 503 with Retry-After, before and after the first release', async (t) => {
  for (const settings of [{}, { release }]) {
    const { url } = await startInProcess(t, settings);
    for (const answer of [await postForm(url, FORM), await ask(url, HUB_PATH)]) {
      assert.equal(answer.status, 503);
      checkHeaders(answer.headers, answer.body);
      assert.equal(answer.headers['retry-after'], '2');
    }
  }
});

test('a fault of ours is 500 without its cause, which is logged', async (t) => {
  const accept = () => Promise.reject(new Error('the inside'));
  const { url, log } = await serveHub(t, { release, accept });
  const { status, headers, body, text } = await postForm(url, FORM);
  assert.equal(status, 500);
  checkHeaders(headers, body);
  assert.doesNotMatch(text, /inside/);
  assert.equal(log.length, 1);
  assert.match(JSON.stringify(log), /the inside/);
  assert.doesNotMatch(JSON.stringify(log), /geheim/, 'a callback may hold a secret in its query');
});

test('errors are text for whoever asks for something else, too', async (t) => {
  const { url } = await serveHub(t, { release });
  for (const accept of ['application/problem+json', 'application/json', 'text/html']) {
    const { status, headers, body } = await postForm(url, 'x', { Accept: accept });
    assert.equal(status, 400);
    checkHeaders(headers, body);
  }
});

test('CORS: a preflight allows a POST of any page', async (t) => {
  const { url } = await serveHub(t, { release });
  const headers = {
    Origin: 'https://other.example',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type',
  };
  const preflight = await ask(url, HUB_PATH, { method: 'OPTIONS', headers });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.body.length, 0);
  assert.equal(preflight.headers.allow, 'GET, HEAD, POST, OPTIONS');
  assert.equal(preflight.headers['access-control-allow-origin'], '*');
  assert.equal(preflight.headers['access-control-allow-methods'], 'GET, HEAD, POST, OPTIONS');
  assert.equal(preflight.headers['access-control-allow-headers'], '*, Authorization');
});

test('a URL that is too long is 414 in plain text', async (t) => {
  const { url } = await serveHub(t, { release });
  const { status, headers, body } = await ask(url, `${HUB_PATH}?`.padEnd(8193, 'x'));
  assert.equal(status, 414);
  checkHeaders(headers, body);
});

test('what is no proper HTTP is refused in plain text as well', async (t) => {
  const { url, intents } = await serveHub(t, { release });
  for (const [bytes, status] of [
    [`POST ${HUB_PATH} HTTP/1.1\r\nContent-Length: 0\r\n\r\n`, 400],
    [headOf(`POST ${HUB_PATH}`, { Expect: 'a-miracle', 'Content-Length': '0' }), 417],
  ] as const) {
    const [answer] = await sendRaw(url, bytes);
    assert.equal(answer?.status, status);
    checkHeaders(answer?.headers ?? {}, answer?.body ?? Buffer.alloc(0));
  }
  assert.deepEqual(intents, []);
});

test('a query does not matter, and a path that is only similar is not the hub', async (t) => {
  const { url, intents } = await serveHub(t, { release });
  assert.equal((await ask(url, `${HUB_PATH}?hub.mode=subscribe`)).status, 200);
  assert.equal((await ask(url, `/api/reviews/since/${HUB_PATH}`)).json().status, 400);
  for (const path of [`${HUB_PATH}/`, `${HUB_PATH}/x`, '/api/websub', '/api/websub/Hub']) {
    const { status, json } = await ask(url, path);
    assert.equal(status, 404, path);
    assert.equal(json().status, 404);
    assert.equal((await ask(url, path, { method: 'POST' })).status, 405, path);
  }
  assert.deepEqual(intents, []);
});

test('30 requests a client and minute are taken; GET counts apart, as any question', async (t) => {
  const { url, intents } = await serveHub(t, { release, rateLimitPerMinute: 600, trustProxy: 1 });
  const post = (from: string) => postForm(url, FORM, { 'X-Forwarded-For': from });
  for (let left = 29; left >= 0; left--) {
    const { status, headers } = await post('192.0.2.1');
    assert.equal(status, 202);
    assert.match(String(headers.ratelimit), new RegExp(`^"hub"; r=${left}; t=\\d+`));
    assert.match(String(headers['ratelimit-policy']), /^"hub"; q=30; w=60/);
  }
  const refused = await post('192.0.2.1');
  assert.equal(refused.status, 429);
  checkHeaders(refused.headers, refused.body);
  assert.match(String(refused.headers.ratelimit), /^"hub"; r=0/);
  const seconds = Number(refused.headers['retry-after']);
  assert.ok(seconds > 0 && seconds <= 60);
  assert.equal(refused.text, `Wait ${seconds} seconds, as Retry-After says, and ask again.\n`);
  assert.equal(intents.length, 30);
  const got = await ask(url, HUB_PATH, { headers: { 'X-Forwarded-For': '192.0.2.1' } });
  assert.equal(got.status, 200);
  assert.match(String(got.headers.ratelimit), /^"api"; r=599/);
  assert.equal((await post('192.0.2.2')).status, 202, 'another client');
  assert.equal((await post('203.0.113.9, 192.0.2.1')).status, 429, 'the same client');
});

test('§4.5 a secret that came over plain HTTP is accepted, and one line warns without it', async (t) => {
  const { url, intents, log } = await serveHub(t, { release, trustProxy: 1 });
  const form = encodeForm({ ...SUBSCRIBE, 'hub.secret': 'streng-geheim' });
  assert.equal((await postForm(url, form, { 'X-Forwarded-Proto': 'https' })).status, 202);
  assert.equal((await postForm(url, FORM)).status, 202);
  assert.equal(log.length, 0, 'over HTTPS, and without a secret');
  assert.equal((await postForm(url, form, { 'X-Forwarded-Proto': 'http' })).status, 202);
  assert.equal(intents.at(-1)?.secret, 'streng-geheim');
  assert.equal(log.length, 1);
  assert.equal(log[0]?.level, 40);
  assert.match(String(log[0]?.msg), /secret over plain HTTP/);
  assert.doesNotMatch(JSON.stringify(log), /geheim/);
});

test('without a proxy to trust, X-Forwarded-Proto is not believed', async (t) => {
  const { url, log } = await serveHub(t, { release });
  const form = encodeForm({ ...SUBSCRIBE, 'hub.secret': 'x' });
  assert.equal((await postForm(url, form, { 'X-Forwarded-Proto': 'https' })).status, 202);
  const [ignored, plain] = log.map(({ msg }) => String(msg));
  assert.match(ignored ?? '', /x-forwarded-proto, which is ignored/);
  assert.match(plain ?? '', /secret over plain HTTP/);
});

test('what is described as a good request is one, and its answer is word for word', async (t) => {
  const { url, intents } = await serveHub(t, { release });
  const fields = exampleHubForm(BASE_URL);
  const values = Object.entries(fields).map(([name, value]) => [name, String(value)]);
  const form = encodeForm(Object.fromEntries(values));
  const { status, text } = await postForm(url, form);
  assert.equal(status, 202);
  assert.ok(JSON.stringify(DESCRIPTION).includes(JSON.stringify(text)));
  assert.equal(intents[0]?.callback, fields['hub.callback']);
  assert.equal(intents[0]?.secret, fields['hub.secret']);
  assert.equal(intents[0]?.leaseSeconds, fields['hub.lease_seconds']);
});

test('§9 whatever the hub answers is described', async (t) => {
  const described = readDescription(DESCRIPTION);
  const operation = described.find(({ operationId }) => operationId === 'requestSubscription');
  const long = `${FORM}&x=`.padEnd(9000, 'x');
  const { url } = await serveHub(t, { release, rateLimitPerMinute: 600 });
  const answers = [
    await postForm(url, FORM),
    await postForm(url, ''),
    await postForm(url, long),
    await postForm(url, FORM, { 'Content-Type': 'text/plain' }),
  ];
  for (let count = 0; count < 30; count++) answers.push(await postForm(url, FORM));
  for (const { status, headers, text } of answers) {
    const response = operation?.responses[status];
    assert.ok(response, String(status));
    for (const name of Object.keys(response.headers)) {
      assert.ok(headers[name.toLowerCase()], `${name} of ${status}`);
    }
    assert.equal(operation?.faultOf(status, 'text/plain', text), undefined);
  }
  const statuses = [...new Set(answers.map(({ status }) => status))].sort();
  assert.deepEqual(statuses, [202, 400, 413, 415, 429]);
});
