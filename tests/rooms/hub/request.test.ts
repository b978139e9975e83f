import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCallbackRules } from '../../../sidecar/hub/callback/callback-url.ts';
import { parseIntent } from '../../../sidecar/hub/request.ts';

// tests/contract/requests/hub-forms.ts shows the message of each mistake.
const FEED = 'https://reviews.example/api/feed.json';
const SPELT = 'https://reviews.example/~a_b-c/reviews.json';
const CALLBACK = 'https://Subscriber.example.com/websub?x=%2F+%20&y';

const RULES = {
  topics: ['https://reviews.example/feed.xml', FEED, SPELT],
  lease: { default: 864_000, min: 60, max: 2_592_000 },
  callbacks: createCallbackRules(
    { allowedCidrs: [], callbackPorts: [{ first: 443, last: 443 }] },
    'https://reviews.example',
  ),
};

type Fields = Readonly<Record<string, string>>;

const SUBSCRIBE = { 'hub.mode': 'subscribe', 'hub.topic': FEED, 'hub.callback': CALLBACK };
const UNSUBSCRIBE = { ...SUBSCRIBE, 'hub.mode': 'unsubscribe' };

const parse = (fields: Fields, more = '') =>
  parseIntent(
    Buffer.from(new URLSearchParams({ ...SUBSCRIBE, ...fields }).toString() + more),
    RULES,
  );

/** The intent that a form means; the fields are beside those of a plain subscription. */
function intentOf(fields: Fields, more = '') {
  const { value, problems } = parse(fields, more);
  return value ?? assert.fail(problems?.join('\n') ?? 'nothing');
}

/** What is wrong with a form, a problem a line. */
const problemOf = (fields: Fields, more = '') => parse(fields, more).problems?.join('\n') ?? '';

test('§4, H1 §5.1, H6 §5.1 the three required fields make a subscription; unknown ones are ignored', () => {
  const intent = {
    ...{ mode: 'subscribe', topic: FEED, topicAsGiven: FEED },
    ...{ callback: CALLBACK, host: 'subscriber.example.com' },
    ...{ secret: undefined, leaseSeconds: 864_000 },
  };
  assert.deepEqual(intentOf({}), intent);
  assert.deepEqual(intentOf(UNSUBSCRIBE), { ...intent, mode: 'unsubscribe' });
  const more =
    '&hub.verify=sync&hub.verify=async&hub.verify_token=x&hub.foo=&foo=bar&foo=baz&hub_mode=x';
  assert.deepEqual(intentOf({}, more), intent);
});

test('H8 §5.1 a lease is brought within bounds; one that is no positive whole number is refused', () => {
  for (const [asked, granted] of [
    ['', 864_000],
    ['0086400', 86_400],
    ['1', 60],
    ['9'.repeat(4000), 2_592_000],
  ] as const) {
    assert.equal(intentOf({ 'hub.lease_seconds': asked }).leaseSeconds, granted, asked);
  }
  for (const asked of ['0', '00', '+1', '1.5', '1e3', '0x10', ' 60', '٣']) {
    assert.match(problemOf({ 'hub.lease_seconds': asked }), /^hub\.lease_seconds must be a whole/);
  }
});

test('H7 §5.1, H8 §5.1 a secret has fewer than 200 bytes; to unsubscribe, it is ignored as the lease is', () => {
  for (const secret of ['x'.repeat(199), 'é'.repeat(99), ' +&=%\n', '😀']) {
    assert.equal(intentOf({ 'hub.secret': secret }).secret, secret);
  }
  assert.equal(intentOf({ 'hub.secret': '' }).secret, undefined);
  const absurd = { 'hub.lease_seconds': 'abc', 'hub.secret': 'x'.repeat(500) };
  const more = '&hub.lease_seconds=-1&hub.secret=%00';
  assert.deepEqual(intentOf({ ...UNSUBSCRIBE, ...absurd }, more), intentOf(UNSUBSCRIBE));
});

test('H11 §5.1.1, H12 §5.1 another spelling of a topic is that topic, and is kept; another URL is none', () => {
  for (const [topic, given] of [
    [FEED, 'HTTPS://Reviews.EXAMPLE/api/feed.json'],
    [FEED, 'https://reviews.example:/api/feed.json'],
    [FEED, 'https://reviews.example:000443/api/feed.json'],
    [FEED, 'https://reviews%2Eexample/api/feed%2Ejson'],
    [FEED, 'https://reviews.example/%61pi/%66ee%64.js%6Fn'],
    [SPELT, 'https://reviews.example/%7Ea%5Fb%2dc/reviews.json'],
  ] as const) {
    const intent = intentOf({ 'hub.topic': given });
    assert.deepEqual([intent.topic, intent.topicAsGiven], [topic, given]);
  }
  const odd = '/API/feed.json /api/feed.json/ /api/feed.json? /api/feed.json# :8443/api/feed.json';
  for (const given of [
    ...`${odd} ./api/feed.json /api%2Ffeed.json /api/feed%252Ejson`
      .split(' ')
      .map((rest) => `https://reviews.example${rest}`),
    ...['/api/feed.json', 'http://reviews.example/api/feed.json', 'https://[/api/feed.json'],
    ...['https://me@reviews.example/api/feed.json', ' https://reviews.example/api/feed.json'],
  ]) {
    assert.match(problemOf({ 'hub.topic': given }), /^hub\.topic is not a topic of this/, given);
  }
});

test('all problems are reported together; little of what was sent is repeated, and no line of it', () => {
  const nasty = `x\r\nhub.topic is fine\u001b[0m${'y'.repeat(5000)}`;
  const fields = { 'hub.mode': nasty, 'hub.topic': nasty, 'hub.lease_seconds': nasty };
  const problem = problemOf(fields);
  for (const name of Object.keys(fields)) assert.match(problem, new RegExp(`^${name} `, 'm'));
  assert.ok(problem.length < 700, `${problem.length} characters`);
  assert.doesNotMatch(problem.replaceAll('\n', ''), /\p{Cc}/u);
});
