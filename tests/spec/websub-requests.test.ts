import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { ask } from '../support/ask.ts';
import { atEnd } from '../support/at-end.ts';
import { startSubscriber } from '../support/subscriber.ts';
import { startHubDemonstration, TOPIC, TOPICS } from '../support/websub-hub.ts';

// What makes a form right or wrong: tests/rooms/hub/request/request.test.ts. Statuses, headers and
// limits: tests/rooms/routes/hub.test.ts.
const hub = await startHubDemonstration({ after });
const { url } = hub.service;
/** What waits for a callback ends later than this: it has ten seconds. */
const SOON_MS = 5_000;
const subscriber = await startSubscriber({ after });

let paths = 0;
/** A request that is all right but for the changes, with a callback of its own. */
const fields = (changes: Readonly<Record<string, string>> = {}) => ({
  'hub.callback': subscriber.callback(`/${paths++}`),
  'hub.mode': 'subscribe',
  'hub.topic': TOPIC,
  ...changes,
});

/** The verification request that a callback gets next. */
async function verificationAt(callback: string) {
  const { pathname } = new URL(callback);
  const [request] = await subscriber.waitFor(1, (one) => one.url.startsWith(`${pathname}?`));
  return new URL(request?.url ?? '', callback).searchParams;
}

test('H1 §5.1, H5 §5.1.2: a form, however it is encoded, is taken, and the callback asked at once', async () => {
  const form = fields();
  const encoded = Object.entries(form)
    .map(([name, value]) => [name, value].map(encodeEvery).join('='))
    .join('&');
  const startedAt = performance.now();
  assert.equal((await hub.post(encoded)).status, 202);
  const asked = await verificationAt(form['hub.callback']);
  assert.equal(asked.get('hub.mode'), 'subscribe');
  assert.equal(asked.get('hub.topic'), TOPIC);
  assert.ok(performance.now() - startedAt < SOON_MS);
});

test('H2 §5.1.2: an acceptable request is answered 202, and nothing else', async () => {
  for (const topic of TOPICS) {
    for (const mode of ['subscribe', 'unsubscribe']) {
      const { status, headers } = await hub.post(fields({ 'hub.mode': mode, 'hub.topic': topic }));
      assert.equal(status, 202, `${mode} ${topic}`);
      assert.match(String(headers['content-type'] ?? 'text/plain'), /^text\/plain/);
      assert.equal(headers.location, undefined);
    }
  }
});

test('H4 §5.1.2: the answer is the same and as quick whatever the callback will do', async (t) => {
  const closed = await startSubscriber(t);
  await closed.close();
  const hanging = await startSubscriber(t, { address: '127.0.0.2' });
  hanging.behave(() => 'hang');
  subscriber.behave(({ url: asked }) => {
    if (asked.startsWith('/missing')) return { status: 404 };
    if (asked.startsWith('/wrong')) return { status: 200, body: 'wrong' };
    return undefined;
  });
  atEnd(t, () => subscriber.behave(() => undefined));
  const plain = await hub.post(fields());
  for (const callback of [
    ...Array.from({ length: 5 }, (_, index) => hanging.callback(`/${index}`)),
    subscriber.callback('/missing'),
    subscriber.callback('/wrong'),
    closed.callback('/closed'),
  ]) {
    const startedAt = performance.now();
    const answered = await hub.post(fields({ 'hub.callback': callback }));
    const took = performance.now() - startedAt;
    assert.deepEqual([answered.status, answered.text], [202, plain.text], callback);
    assert.ok(took < SOON_MS, `${callback} took ${took} ms`);
  }
  await hanging.waitFor(1);
});

test('H3 §5.1.2, part 7: what is wrong is 4xx with a sentence; H14 §5.2: nobody is asked', async () => {
  await hub.verified();
  const before = subscriber.connections;
  const plain = subscriber.callback().replace('https', 'http');
  for (const [form, status, said] of [
    ['', 400, /hub\.mode is missing/],
    // Part 3: no subscription is created.
    [fields({ 'hub.callback': plain }), 400, /HTTPS/],
    [fields({ 'hub.topic': 'https://other.example/feed.xml' }), 400, /no topic of this hub/],
    [fields({ 'hub.lease_seconds': '-1' }), 400, /lease_seconds/],
    [fields({ x: 'x'.repeat(9000) }), 413, /8192/],
  ] as const) {
    const answered = await hub.post(form);
    assert.equal(answered.status, status, answered.text);
    assert.match(answered.text, said);
    assert.match(String(answered.headers['content-type']), /^text\/plain/);
  }
  // A request behind them has its turn after them.
  await hub.post(fields());
  await hub.verified();
  assert.equal(subscriber.connections, before + 1);
});

test('part 4: GET and HEAD of the hub tell how it does, without callbacks and secrets', async () => {
  await hub.subscribe(subscriber.callback('/hidden'), { 'hub.secret': 'Geheimwort' });
  for (const accept of ['application/json', 'text/plain']) {
    const headers = { Accept: accept };
    const { status, text, headers: got } = await ask(url, HUB_PATH, { headers });
    assert.equal(status, 200);
    assert.match(String(got['content-type']), new RegExp(`^${accept}`));
    for (const topic of TOPICS) assert.ok(text.includes(topic));
    assert.ok(!/hidden|Geheimwort|127\.0\.0\./.test(text), text);
    const head = await ask(url, HUB_PATH, { headers, method: 'HEAD' });
    assert.equal(head.headers['content-length'], got['content-length']);
    assert.equal(head.body.length, 0);
  }
});

test('part 5: the hub asks nobody who he is', async () => {
  const form = fields();
  const answered = await fetch(url + HUB_PATH, {
    method: 'POST',
    headers: { Authorization: 'Bearer nonsense', Cookie: 'a=b' },
    body: new URLSearchParams(form),
  });
  assert.equal(answered.status, 202);
  await verificationAt(form['hub.callback']);
});

/** Percent-encodes every byte, needed or not. */
function encodeEvery(text: string): string {
  return Buffer.from(text).toString('hex').replace(/../g, '%$&');
}
