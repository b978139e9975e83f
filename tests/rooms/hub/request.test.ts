import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type IntentRules, parseIntent } from '../../../sidecar/hub/request.ts';

// tests/contract/requests/hub-forms.ts shows the message of each mistake.
const FEED = 'https://reviews.example/api/feed.json';
const SPELT = 'https://reviews.example/~a_b-c/reviews.json';
const TOPICS = ['https://reviews.example/feed.xml', FEED, SPELT];
const CALLBACK = 'https://Subscriber.example/websub?x=%2F+%20&y';

const RULES: IntentRules = {
  topics: TOPICS,
  lease: { default: 864_000, min: 60, max: 2_592_000 },
  parseCallback: (text) =>
    text.startsWith('https:')
      ? { callback: text, host: new URL(text).hostname }
      : { problem: 'The callback is refused.' },
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

test('§4 H1 the three required fields make a subscription with the default lease', () => {
  const intent = {
    mode: 'subscribe',
    topic: FEED,
    topicAsGiven: FEED,
    callback: CALLBACK,
    host: 'subscriber.example',
    secret: undefined,
    leaseSeconds: 864_000,
    verifyToken: undefined,
  };
  assert.deepEqual(intentOf({}), intent);
  assert.deepEqual(intentOf(UNSUBSCRIBE), { ...intent, mode: 'unsubscribe' });
});

test('H6 §5.1 unknown parameters are ignored, those of old clients too', () => {
  const more = '&hub.verify=sync&hub.verify=async&hub.foo=&foo=bar&foo=baz';
  assert.deepEqual(intentOf({}, more), intentOf({}));
});

test('H8 §5.1 a lease is brought within bounds; one that is no positive whole number is refused', () => {
  for (const [asked, granted] of [
    ['', 864_000],
    ['2592000', 2_592_000],
    ['0086400', 86_400],
    ['1', 60],
    ['2592001', 2_592_000],
    ['9'.repeat(4000), 2_592_000],
  ] as const) {
    assert.equal(intentOf({ 'hub.lease_seconds': asked }).leaseSeconds, granted, asked);
  }
  for (const asked of ['0', '-1', '+1', '1.5', '1e3', 'abc', '0x10', ' 60', '٣']) {
    assert.equal(
      problemOf({ 'hub.lease_seconds': asked }),
      `hub.lease_seconds must be a whole number of seconds, 1 or more (got "${asked}").`,
    );
  }
});

test('H8 on unsubscribe lease and secret are ignored, however absurd', () => {
  const absurd = { 'hub.lease_seconds': 'abc', 'hub.secret': 'x'.repeat(500) };
  const more = '&hub.lease_seconds=-1&hub.secret=%00';
  assert.deepEqual(intentOf({ ...UNSUBSCRIBE, ...absurd }, more), intentOf(UNSUBSCRIBE));
});

test('H7 §5.1 a secret has fewer than 200 bytes of UTF-8, and an empty one is none', () => {
  for (const secret of ['x'.repeat(199), 'é'.repeat(99), ' +&=%\n', '😀']) {
    assert.equal(intentOf({ 'hub.secret': secret }).secret, secret);
  }
  assert.equal(intentOf({ 'hub.secret': '' }).secret, undefined);
});

test('PubSubHubbub 0.3 §6.1 a token for the verification is kept, for both modes', () => {
  const token = { 'hub.verify_token': 'é &=' };
  assert.equal(intentOf(token).verifyToken, 'é &=');
  assert.equal(intentOf({ ...UNSUBSCRIBE, ...token }).verifyToken, 'é &=');
  assert.equal(intentOf({ 'hub.verify_token': '' }).verifyToken, undefined);
});

const spellingOf = (length: number) => {
  const [before, after] = ['https://reviews.example:', '443/api/feed.json'] as const;
  return before + '0'.repeat(length - before.length - after.length) + after;
};

test('H11 §5.1.1 another spelling of a topic is that topic, and is kept for the verification', () => {
  for (const given of [
    'HTTPS://Reviews.EXAMPLE/api/feed.json',
    'https://reviews.example:/api/feed.json',
    'https://reviews%2Eexample/api/feed.json',
    'https://reviews.example/api/feed%2Ejson',
    'https://reviews.example/%61pi/%66ee%64.json',
    spellingOf(2048),
  ]) {
    const { topic, topicAsGiven } = intentOf({ 'hub.topic': given });
    assert.deepEqual([topic, topicAsGiven], [FEED, given]);
  }
  const encoded = 'https://reviews.example/%7Ea%5Fb%2dc/reviews.json';
  assert.equal(intentOf({ 'hub.topic': encoded }).topic, SPELT);
});

test('H11 §5.1.1, H12 §5.1 what means another URL is no topic', () => {
  const paths =
    '/API/feed.json /api/feed.json/ /api/feed.json? /api/feed.json# :8443/api/feed.json';
  const odd = './api/feed.json /api%2Ffeed.json /api/x/%2e%2e/feed.json /api/feed%252Ejson';
  for (const given of [
    ...`${paths} ${odd} /api/feed.json%00`
      .split(' ')
      .map((rest) => `https://reviews.example${rest}`),
    ...['/api/feed.json', 'http://reviews.example/api/feed.json', 'undefined/api/feed.json'],
    ...['https://me@reviews.example/api/feed.json', ' https://reviews.example/api/feed.json'],
    ...['https://reviews.example/api/feed\n.json', 'https://[/api/feed.json', spellingOf(2049)],
    'https:\\\\reviews.example\\api\\feed.json',
  ]) {
    assert.match(
      problemOf({ 'hub.topic': given }),
      /^hub\.topic is not a topic of this hub/,
      given,
    );
  }
});

test('bytes that are no UTF-8 are refused, and so are more than 50 parameters, empty pairs apart', () => {
  const said = 'The form is not UTF-8; encode it as UTF-8.';
  assert.deepEqual(parseIntent(Uint8Array.of(97, 61, 0xff), RULES).problems, [said]);
  assert.equal(problemOf({}, `&&${'&x='.repeat(47)}&`), '');
  const tooMany = 'The form has more than 50 parameters; send fewer.';
  assert.equal(problemOf({}, `${'&x='.repeat(48)}&x=%ff`), tooMany);
});

test('all problems are reported together; little of what was sent is repeated, nothing that looks like ours', () => {
  const nasty = `x\r\nhub.topic is fine\u001b[0m${'y'.repeat(5000)}`;
  const fields = { 'hub.mode': nasty, 'hub.topic': nasty, 'hub.lease_seconds': nasty };
  const problem = problemOf(fields);
  for (const name of Object.keys(fields)) assert.match(problem, new RegExp(`^${name} `, 'm'));
  assert.ok(problem.length < 700, `${problem.length} characters`);
  assert.doesNotMatch(problem.replaceAll('\n', ''), /\p{Cc}/u);
  assert.doesNotMatch(problem, /^hub\.topic is fine/m);
});
