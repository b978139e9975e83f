import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { createDataset } from '#dataset/dataset.ts';
import { exampleHubForm } from '#openapi/hub.ts';
import { renderOpenApi } from '#openapi/openapi.ts';
import { HubUnavailableError } from '../../../sidecar/hub/hub-client.ts';
import { ask } from '../../support/ask.ts';
import { describedAnswer, readDescription } from '../../support/description.ts';
import { startInProcess } from '../../support/in-process.ts';
import { headOf, openRaw, sendRaw } from '../../support/raw-http.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { contentOf } from '../../support/reviews.ts';
import { encodeForm, FORM_TYPE, postForm, SUBSCRIBE, serveHub } from '../../support/serve-hub.ts';
import { waitUntil } from '../../support/wait-until.ts';

// What makes a form right or wrong: tests/rooms/hub/request.test.ts.
const { release } = await makeRelease();
const FORM = encodeForm(SUBSCRIBE);
const DESCRIPTION = JSON.parse(
  Buffer.from(renderOpenApi(createDataset(contentOf(), BASE_URL))).toString(),
);
const operation =
  readDescription(DESCRIPTION).find(({ operationId }) => operationId === 'requestSubscription') ??
  assert.fail();
/** What clients of the hub need not know of: a server in trouble, an extension that nobody uses. */
const NOT_DESCRIBED = [417, 500];

type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
};

/** Every answer to a request is text with these headers, as described; returns the text. */
function textOf({ status, headers, body }: Answer, expected: number, retryAfter?: string): string {
  assert.equal(status, expected, body.toString());
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  assert.equal(headers['content-length'], String(body.length));
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['content-security-policy'], "default-src 'none'");
  assert.equal(headers.location, undefined);
  if (retryAfter !== undefined) assert.equal(headers['retry-after'], retryAfter);
  if (!NOT_DESCRIBED.includes(status)) {
    const described =
      describedAnswer(operation, status) ?? assert.fail(`${status} is not described`);
    for (const [name, { required }] of Object.entries(described.headers)) {
      if (required) assert.ok(headers[name.toLowerCase()], name);
    }
  }
  return body.toString();
}

const serve = (t: TestContext, settings: Parameters<typeof serveHub>[1] = {}) =>
  serveHub(t, { release, ...settings });

test('H1 §5.1, H2 §5.1.2, part 5: a good request, of anybody, is handed to the hub and answered 202', async (t) => {
  const { url, intents, log } = await serve(t);
  // However it is encoded.
  const encoded = FORM.replace(/[a-z]/g, (letter) => `%${Buffer.from(letter).toString('hex')}`);
  const strange = { Authorization: 'Bearer nonsense', Cookie: 'a=b' };
  for (const answer of [await postForm(url, FORM), await postForm(url, encoded, strange)]) {
    assert.match(textOf(answer, 202), /^Accepted\. The callback is asked next, by GET: .*\n$/);
  }
  const intent = {
    mode: 'subscribe',
    topic: SUBSCRIBE['hub.topic'],
    topicAsGiven: SUBSCRIBE['hub.topic'],
    callback: SUBSCRIBE['hub.callback'],
    host: 'subscriber.example.com',
    secret: undefined,
    leaseSeconds: 864_000,
    verifyToken: undefined,
  };
  assert.deepEqual([intents, log], [[intent, intent], []]);
});

test('H4 §5.1.2: the answer waits for the store alone, and comes only then', async (t) => {
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

test('H4 §5.1.2: whether a subscription is known cannot be seen from outside', async (t) => {
  const answers = [];
  for (const acceptance of ['accepted', 'unknown'] as const) {
    const { url } = await serve(t, { accept: async () => acceptance });
    const form = encodeForm({ ...SUBSCRIBE, 'hub.mode': 'unsubscribe' });
    const { status, rawHeaders, text } = await postForm(url, form);
    answers.push([status, rawHeaders.toSpliced(rawHeaders.indexOf('Date'), 2), text]);
  }
  assert.deepEqual(answers[1], answers[0]);
});

test('H3 §5.1.2, part 7: what is wrong is 4xx with a sentence, and not handed to the hub', async (t) => {
  const { url, intents, log } = await serve(t);
  const zipped = gzipSync(FORM).toString('latin1');
  for (const [form, headers, status, said] of [
    ['', {}, 400, /^hub\.mode is missing/],
    ['x', { Accept: 'application/problem+json' }, 400, /^hub\.mode is missing/],
    [FORM, { 'Content-Type': 'text/plain' }, 415, /form/],
    [
      zipped,
      { 'Content-Encoding': 'gzip' },
      415,
      /^The body is compressed \("gzip"\); send it as it is\.\n$/,
    ],
    [FORM, { 'Content-Encoding': 'identity, x' }, 415, /^The body is compressed/],
    [`${FORM}&x=`.padEnd(8193, 'x'), {}, 413, /^The body has more than 8192 bytes; send less\.\n$/],
  ] as const) {
    assert.match(textOf(await postForm(url, form, headers), status), said);
  }
  textOf(await ask(url, `${HUB_PATH}?`.padEnd(8193, 'x')), 414);
  for (const [bytes, status] of [
    [`POST ${HUB_PATH} HTTP/1.1\r\nContent-Length: 0\r\n\r\n`, 400],
    [headOf(`POST ${HUB_PATH}`, { Expect: 'a-miracle', 'Content-Length': '0' }), 417],
  ] as const) {
    const [answer] = await sendRaw(url, bytes);
    textOf(answer ?? assert.fail(), status);
  }
  assert.deepEqual([intents, log], [[], []]);
  textOf(await postForm(url, FORM, { 'Content-Encoding': 'Identity' }), 202);
  textOf(await postForm(url, `${FORM}&x=`.padEnd(8192, 'x')), 202);
});

test('a client that goes away before its request is whole has asked nothing', async (t) => {
  const { url, intents, log, server } = await serve(t);
  const arrived = new Promise<void>((resolve) => server.once('request', () => resolve()));
  const connection = await openRaw(url);
  const fields = { 'Content-Type': FORM_TYPE, 'Content-Length': '8000' };
  await connection.send(headOf(`POST ${HUB_PATH}`, fields) + FORM);
  await arrived;
  connection.socket.resetAndDestroy();
  await waitUntil('the connection is gone', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    server.getConnections((_error, count) => resolve(count));
    return (await promise) === 0;
  });
  assert.deepEqual([intents, log], [[], []]);
});

for (const [acceptance, status, retryAfter, said] of [
  ['queue-full', 503, '10', /^Too many requests wait .* ask again in 10 seconds\.\n$/],
  ['full', 503, '3600', /^The hub has as many subscriptions as it takes; .*3600 seconds\.\n$/],
  ['host-full', 403, undefined, /^A host may have 7 subscriptions, .* end one first\.\n$/],
] as const) {
  test(`a hub that answers ${acceptance} means ${status}`, async (t) => {
    const settings = { maxSubscriptionsPerHost: 7 };
    const { url, log } = await serve(t, { accept: async () => acceptance, settings });
    assert.match(textOf(await postForm(url, FORM), status, retryAfter), said);
    assert.deepEqual(log, [], 'this is no fault');
  });
}

test('a hub that cannot be asked, or is not there yet, is 503 with Retry-After, and no reason', async (t) => {
  const fail = () => Promise.reject(new HubUnavailableError('SQLITE_BUSY at /var/lib'));
  for (const [{ url }, what, seconds] of [
    [await serve(t, { accept: fail, status: fail }), 'The hub cannot be asked at the moment', '5'],
    [await startInProcess(t), 'The hub is starting', '2'],
    [await startInProcess(t, { release }), 'The hub is starting', '2'],
  ] as const) {
    for (const answer of [await postForm(url, FORM), await ask(url, HUB_PATH)]) {
      assert.equal(textOf(answer, 503, seconds), `${what}; ask again in ${seconds} seconds.\n`);
    }
  }
});

test('a fault of ours is 500 without its cause, which is logged', async (t) => {
  const accept = () => Promise.reject(new Error('the inside'));
  const { url, log } = await serve(t, { accept });
  assert.doesNotMatch(textOf(await postForm(url, FORM), 500), /inside/);
  assert.equal(log.length, 1);
  assert.match(JSON.stringify(log), /the inside/);
  assert.doesNotMatch(JSON.stringify(log), /geheim/, 'a callback may hold a secret in its query');
});

test('CORS: a preflight allows a POST of any page', async (t) => {
  const { url } = await serve(t);
  const headers = {
    Origin: 'https://other.example',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type',
  };
  const { status, headers: got, body } = await ask(url, HUB_PATH, { method: 'OPTIONS', headers });
  assert.deepEqual([status, body.length, got.allow], [204, 0, 'GET, HEAD, POST, OPTIONS']);
  assert.equal(got['access-control-allow-origin'], '*');
  assert.equal(got['access-control-allow-methods'], 'GET, HEAD, POST, OPTIONS');
  assert.equal(got['access-control-allow-headers'], '*, Authorization');
});

test('a query does not matter, and a path that is only similar is not the hub', async (t) => {
  const { url } = await serve(t);
  assert.equal((await ask(url, `${HUB_PATH}?hub.mode=subscribe`)).status, 200);
  assert.equal((await ask(url, `/api/reviews/since/${HUB_PATH}`)).json().status, 400);
  for (const path of [`${HUB_PATH}//`, '/api/websub', '/api/websub/Hub']) {
    assert.equal((await ask(url, path)).json().status, 404, path);
    assert.equal((await ask(url, path, { method: 'POST' })).status, 405, path);
  }
});

test('a slash behind the hub is 308 to it, whose sender sends its body again', async (t) => {
  const { url, intents } = await serve(t);
  for (const [method, query] of [
    ['POST', ''],
    ['GET', '?hub.topic=x&y=%2F'],
    ['HEAD', ''],
  ] as const) {
    const { status, headers } = await ask(url, `${HUB_PATH}/${query}`, { method });
    assert.deepEqual([status, headers.location], [308, HUB_PATH + query]);
  }
  assert.equal((await ask(url, `${HUB_PATH}/`, { method: 'PUT' })).status, 405);
  const body = new URLSearchParams(SUBSCRIBE);
  assert.equal((await fetch(`${url}${HUB_PATH}/`, { method: 'POST', body })).status, 202);
  assert.equal(intents.length, 1);
});

test('what newcomers send in place of a form is named, with what to send', async (t) => {
  const { url, intents } = await serve(t);
  const command =
    /^Such as: curl \S+\/api\/websub\/hub -d hub\.mode=subscribe -d hub\.topic=\S+ --data-urlencode hub\.callback=\S+$/m;
  const inQuery = /^Found in the query .*: hub\.mode, hub\.topic and hub\.callback; send them in/m;
  const post = (path: string, body: FormData | string, type?: string) =>
    fetch(url + path, { method: 'POST', body, ...(type && { headers: { 'Content-Type': type } }) });
  const multipart = new FormData();
  for (const [name, value] of Object.entries(SUBSCRIBE)) multipart.set(name, value);
  for (const [sent, status, ...said] of [
    [
      post(HUB_PATH, multipart),
      415,
      /got "multipart\/form-data/,
      /http_build_query.*URLSearchParams/,
    ],
    [
      post(HUB_PATH, '{}', 'application/json'),
      415,
      /got "application\/json"/,
      /^JSON is not read/m,
    ],
    [post(HUB_PATH, FORM, 'text/plain'), 415, /got "text\/plain"/],
    [post(`${HUB_PATH}?${FORM}`, '', FORM_TYPE), 400, /^hub\.mode is missing/, inQuery],
    [post(`${HUB_PATH}?${FORM}&x=%ff`, '', 'text/plain'), 415, inQuery],
  ] as const) {
    const answer = await sent;
    const text = await answer.text();
    assert.equal(answer.status, status);
    for (const pattern of [...said, command]) assert.match(text, pattern);
  }
  assert.deepEqual(intents, []);
  assert.doesNotMatch((await postForm(url, 'hub.mode=x')).text, /Such as/);
});

test('30 requests a client and minute are taken; GET counts apart, as any question', async (t) => {
  const { url, intents } = await serve(t, { rateLimitPerMinute: 600, trustProxy: 1 });
  const post = (from: string) => postForm(url, FORM, { 'X-Forwarded-For': from });
  for (let left = 29; left >= 0; left--) {
    const { status, headers } = await post('192.0.2.1');
    assert.equal(status, 202);
    assert.match(String(headers.ratelimit), new RegExp(`^"hub"; r=${left}; t=\\d+`));
    assert.match(String(headers['ratelimit-policy']), /^"hub"; q=30; w=60/);
  }
  const refused = await post('192.0.2.1');
  const seconds = Number(refused.headers['retry-after']);
  assert.ok(seconds > 0 && seconds <= 60);
  const wait = `More than 30 requests came from your address in a minute; wait ${seconds} seconds, as Retry-After says, and ask again.\n`;
  assert.equal(textOf(refused, 429), wait);
  assert.match(String(refused.headers.ratelimit), /^"hub"; r=0/);
  assert.equal(intents.length, 30);
  const got = await ask(url, HUB_PATH, { headers: { 'X-Forwarded-For': '192.0.2.1' } });
  assert.equal(got.status, 200);
  assert.match(String(got.headers.ratelimit), /^"api"; r=599/);
  assert.equal((await post('192.0.2.2')).status, 202, 'another client');
  assert.equal((await post('203.0.113.9, 192.0.2.1')).status, 429, 'the same client');
});

test('§4.5 a secret that came over plain HTTP is accepted, and one line warns without it', async (t) => {
  const form = encodeForm({ ...SUBSCRIBE, 'hub.secret': 'streng-geheim' });
  const { url, intents, log } = await serve(t, { trustProxy: 1 });
  assert.equal((await postForm(url, form, { 'X-Forwarded-Proto': 'https' })).status, 202);
  assert.equal((await postForm(url, FORM)).status, 202);
  assert.equal(log.length, 0, 'over HTTPS, and without a secret');
  assert.equal((await postForm(url, form, { 'X-Forwarded-Proto': 'http' })).status, 202);
  assert.equal(intents.at(-1)?.secret, 'streng-geheim');
  assert.deepEqual([log.length, log[0]?.level], [1, 40]);
  assert.match(String(log[0]?.msg), /secret over plain HTTP/);
  assert.doesNotMatch(JSON.stringify(log), /geheim/);
  // Without a proxy to trust, the header is not believed.
  const alone = await serve(t);
  assert.equal((await postForm(alone.url, form, { 'X-Forwarded-Proto': 'https' })).status, 202);
  assert.match(String(alone.log.at(-1)?.msg), /secret over plain HTTP/);
});

test('what is described as a good request is one, and its answer is word for word', async (t) => {
  const { url, intents } = await serve(t);
  const fields = exampleHubForm(BASE_URL);
  const values = Object.entries(fields).map(([name, value]) => [name, String(value)]);
  const { status, text } = await postForm(url, encodeForm(Object.fromEntries(values)));
  assert.equal(status, 202);
  assert.ok(JSON.stringify(DESCRIPTION).includes(JSON.stringify(text)));
  const { callback, secret, leaseSeconds } = intents[0] ?? assert.fail();
  assert.deepEqual(
    [callback, secret, leaseSeconds],
    [fields['hub.callback'], fields['hub.secret'], fields['hub.lease_seconds']],
  );
});
