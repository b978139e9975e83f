import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { encodeForm } from '../support/serve-hub.ts';
import { startSubscriber } from '../support/subscriber.ts';
import { createFields } from '../support/websub-fields.ts';
import { startHubDemonstration, TOPIC, TOPIC_PATHS } from '../support/websub-hub.ts';

const hub = await startHubDemonstration({ after });
const { url } = hub.service;
const subscriber = await startSubscriber({ after });

const fields = createFields(subscriber);

/** Requests that are wrong, each with its status and what the answer names. */
const WRONG: Readonly<Record<string, readonly [number, string, RegExp]>> = {
  'no callback': [400, encodeForm(fields({ 'hub.callback': '' })), /hub\.callback is missing/],
  'no mode': [400, encodeForm(fields({ 'hub.mode': '' })), /hub\.mode is missing/],
  'no topic': [400, encodeForm(fields({ 'hub.topic': '' })), /hub\.topic is missing/],
  'nothing at all': [400, '', /hub\.mode is missing/],
  'a callback twice': [
    400,
    `${encodeForm(fields())}&hub.callback=${encodeURIComponent(subscriber.callback('/two'))}`,
    /more than once/,
  ],
  'an unknown mode': [400, encodeForm(fields({ 'hub.mode': 'Subscribe' })), /subscribe or unsub/],
  'the mode publish': [400, encodeForm(fields({ 'hub.mode': 'publish' })), /internal/],
  'a callback that is no URL': [400, encodeForm(fields({ 'hub.callback': 'callback' })), /HTTPS/],
  // Part 3: no subscription is created.
  'a callback by plain HTTP': [
    400,
    encodeForm(fields({ 'hub.callback': subscriber.callback().replace('https', 'http') })),
    /HTTPS/,
  ],
  'a callback with a fragment': [
    400,
    encodeForm(fields({ 'hub.callback': subscriber.callback('/#x') })),
    /fragment/,
  ],
  'a callback with a password': [
    400,
    encodeForm(fields({ 'hub.callback': subscriber.callback().replace('//', '//u:p@') })),
    /password/,
  ],
  'a callback on a system port': [
    400,
    encodeForm(fields({ 'hub.callback': 'https://127.0.0.1:22/' })),
    /port 22/,
  ],
  'a foreign topic': [
    400,
    encodeForm(fields({ 'hub.topic': 'https://other.example/feed.xml' })),
    /no topic of this hub/,
  ],
  'a secret that is too long': [
    400,
    encodeForm(fields({ 'hub.secret': 'x'.repeat(200) })),
    /200 bytes/,
  ],
  'a lease of 0': [400, encodeForm(fields({ 'hub.lease_seconds': '0' })), /lease_seconds/],
  'a lease below 0': [400, encodeForm(fields({ 'hub.lease_seconds': '-1' })), /lease_seconds/],
  'a lease in words': [400, encodeForm(fields({ 'hub.lease_seconds': 'abc' })), /lease_seconds/],
  'a lease with a fraction': [
    400,
    encodeForm(fields({ 'hub.lease_seconds': '1.5' })),
    /lease_seconds/,
  ],
  'what is no UTF-8': [400, `${encodeForm(fields())}&x=%ff`, /UTF-8/],
  'a form of more than 8 kB': [413, encodeForm(fields({ x: 'x'.repeat(9000) })), /8192/],
};

test('H3 §5.1.2, part 7: what is wrong is 4xx with a sentence; H14 §5.2: nobody is asked', async (t) => {
  await hub.verified();
  const before = subscriber.connections;
  for (const [what, [status, form, says]] of Object.entries(WRONG)) {
    await t.test(what, async () => {
      const answered = await hub.post(form);
      assert.equal(answered.status, status, answered.text);
      assert.match(answered.text, says);
      assert.match(String(answered.headers['content-type']), /^text\/plain/);
      assert.equal(answered.headers['x-content-type-options'], 'nosniff');
    });
  }
  // A request behind them has its turn after them.
  const form = fields();
  await hub.post(form);
  await hub.verified();
  assert.equal(subscriber.connections, before + 1);
});

test('H3 §5.1.2: another content type is 415, another method 405, in plain text', async () => {
  for (const [init, status] of [
    [{ method: 'POST', body: JSON.stringify(fields()), headers: jsonType() }, 415],
    [{ method: 'PUT', body: encodeForm(fields()) }, 405],
    [{ method: 'DELETE' }, 405],
  ] as const) {
    const answered = await fetch(url + HUB_PATH, init);
    assert.equal(answered.status, status);
    assert.match(String(answered.headers.get('content-type')), /^text\/plain/);
    assert.match(await answered.text(), /\w+ .*\./);
    if (status === 405) assert.match(String(answered.headers.get('allow')), /POST/);
  }
});

test('H7 §5.1: a secret has fewer than 200 bytes of UTF-8', async () => {
  for (const [secret, status] of [
    ['x'.repeat(199), 202],
    ['x'.repeat(200), 400],
    [`${'é'.repeat(99)}x`, 202],
    ['é'.repeat(100), 400],
  ] as const) {
    const answered = await hub.post(fields({ 'hub.secret': secret }));
    assert.equal(answered.status, status, `${Buffer.byteLength(secret)} bytes`);
  }
});

test('H12 §5.1: a topic that is not one of the three is refused, and they are named', async () => {
  for (const path of ['/', '/insights.json', '/feed.xml?x=1', '/feed.xml#x', '/feed.xml/']) {
    const answered = await hub.post(fields({ 'hub.topic': TOPIC.replace('/reviews.json', path) }));
    assert.equal(answered.status, 400, path);
    for (const one of TOPIC_PATHS) assert.ok(answered.text.includes(one), answered.text);
  }
});

function jsonType() {
  return { 'Content-Type': 'application/json' };
}
