import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHubAccess } from '../../../../sidecar/hub/request/hub-access.ts';
import { type IntentRules, parseIntent } from '../../../../sidecar/hub/request/request.ts';
import { createFakeHubClient, HUB_SETTINGS } from '../../../support/serve-hub.ts';

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
  };
  assert.deepEqual(intentOf({}), intent);
  assert.deepEqual(intentOf(UNSUBSCRIBE), { ...intent, mode: 'unsubscribe' });
});

test('H6 §5.1 unknown parameters are ignored, those of old clients too', () => {
  const more = '&hub.verify=sync&hub.verify=async&hub.verify_token=x&hub.foo=&foo=bar&foo=baz';
  assert.deepEqual(intentOf({}, more), intentOf({}));
});

test('H8 §5.1 a lease is brought within bounds', () => {
  for (const [asked, granted] of [
    ['', 864_000],
    ['60', 60],
    ['2592000', 2_592_000],
    ['86400', 86_400],
    ['0086400', 86_400],
    ['1', 60],
    ['2592001', 2_592_000],
    ['9'.repeat(4000), 2_592_000],
  ] as const) {
    assert.equal(intentOf({ 'hub.lease_seconds': asked }).leaseSeconds, granted, asked);
  }
});

test('H8 a lease that is no positive whole number is refused', () => {
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
  for (const secret of ['x'.repeat(200), 'é'.repeat(100)]) {
    const problem = problemOf({ 'hub.secret': secret });
    assert.equal(problem, 'hub.secret has 200 bytes in UTF-8; it may have 199 at most.');
  }
  assert.match(problemOf({ 'hub.secret': 'a\0b' }), /^hub\.secret holds .* NUL/);
});

test('a mode is subscribe or unsubscribe, and every other is refused with the reason', () => {
  for (const [mode, said] of [
    ['', /^hub\.mode is missing; hub\.mode is subscribe or unsubscribe\.$/],
    ['publish', /^Publishing is internal: .*subscribe or unsubscribe\.$/],
    ['Subscribe', /^hub\.mode is subscribe or unsubscribe \(got "Subscribe"\)\.$/],
    ['subscribe ', /\(got "subscribe "\)/],
    ['denied', /\(got "denied"\)/],
  ] as const) {
    assert.match(problemOf({ 'hub.mode': mode }), said);
  }
});

test('H12 §5.1 a foreign or missing topic is refused with the list of topics', () => {
  const list = TOPICS.map((topic) => `\n  ${topic}`).join('');
  const foreign = 'https://other.example/feed.xml';
  assert.equal(
    problemOf({ 'hub.topic': foreign }),
    `hub.topic is no topic of this hub (got "${foreign}"); they are:${list}`,
  );
  assert.equal(problemOf({ 'hub.topic': '' }), `hub.topic is missing; the topics are:${list}`);
});

const spellingOf = (length: number) => {
  const [before, after] = ['https://reviews.example:', '443/api/feed.json'] as const;
  return before + '0'.repeat(length - before.length - after.length) + after;
};

test('H11 §5.1.1 another spelling of a topic is that topic, and is kept for the verification', () => {
  for (const given of [
    'HTTPS://Reviews.EXAMPLE/api/feed.json',
    'https://reviews.example:443/api/feed.json',
    'https://reviews.example:/api/feed.json',
    'https://reviews%2Eexample/api/feed.json',
    'https://reviews.example/api/feed%2Ejson',
    'https://reviews.example/api/feed%2ejson',
    'https://reviews.example/%61pi/%66ee%64.json',
    spellingOf(2048),
  ]) {
    const { topic, topicAsGiven } = intentOf({ 'hub.topic': given });
    assert.deepEqual([topic, topicAsGiven], [FEED, given]);
  }
  const encoded = 'https://reviews.example/%7Ea%5Fb%2dc/reviews.json';
  assert.equal(intentOf({ 'hub.topic': encoded }).topic, SPELT);
});

test('H11 what means another URL is no topic', () => {
  for (const given of [
    '/api/feed.json',
    'http://reviews.example/api/feed.json',
    'https://reviews.example/',
    'https://reviews.example/API/feed.json',
    'https://reviews.example/api/feed.json/',
    'https://reviews.example/api/feed.json?',
    'https://reviews.example/api/feed.json#',
    'https://me@reviews.example/api/feed.json',
    'https://reviews.example:8443/api/feed.json',
    'https://reviews.example./api/feed.json',
    'https://reviews.example/api%2Ffeed.json',
    'https://reviews.example/api//feed.json',
    'https://reviews.example/api/x/%2e%2e/feed.json',
    'https://reviews.example/api/feed.json%00',
    'https://reviews.example/api/feed%252Ejson',
    'https:\\\\reviews.example\\api\\feed.json',
    'https:///reviews.example/api/feed.json',
    ' https://reviews.example/api/feed.json',
    'https://reviews.example/api/feed\n.json',
    'https://other.example/api/feed.json',
    'https://[/api/feed.json',
    'undefined/api/feed.json',
    spellingOf(2049),
  ]) {
    assert.match(problemOf({ 'hub.topic': given }), /^hub\.topic is no topic of this hub/, given);
  }
});

test('a callback is refused for the reason that its check gives', () => {
  const problem = problemOf({ 'hub.callback': 'http://subscriber.example/' });
  assert.equal(problem, 'The callback is refused.');
  assert.match(problemOf({ 'hub.callback': '' }), /^hub\.callback is missing/);
});

test('a field that stands twice is refused, equal or not', () => {
  const once = { ...SUBSCRIBE, 'hub.lease_seconds': '60', 'hub.secret': 'x' };
  for (const [name, again] of Object.entries(once)) {
    for (const value of [again, '', 'y']) {
      const problem = problemOf(once, `&${name}=${encodeURIComponent(value)}`);
      assert.equal(problem, `${name} is given more than once; give it once.`);
    }
  }
});

test('a form that cannot be read is refused as a whole', () => {
  for (const pair of ['x=%ff', 'x=%C3', '%ff=x', 'x=%', 'x=%zz', 'x=%ED%A0%80']) {
    assert.equal(
      problemOf({}, `&${pair}`),
      'The form is not valid percent-encoded UTF-8; correct it.',
    );
  }
  const { problems } = parseIntent(Uint8Array.of(97, 61, 0xff), RULES);
  assert.match(String(problems), /^The form is not valid percent-encoded UTF-8/);
});

test('there are 50 parameters at most, known or not, and empty pairs are none', () => {
  assert.equal(problemOf({}, `&&${'&x='.repeat(47)}&`), '');
  const tooMany = 'The form has more than 50 parameters; send fewer.';
  assert.equal(problemOf({}, '&x='.repeat(48)), tooMany);
  assert.equal(problemOf({}, `${'&x='.repeat(48)}&x=%ff`), tooMany);
});

test('all that is wrong is told together; little of what was sent is repeated, nothing that looks like ours', () => {
  const nasty = `x\r\nhub.topic is fine\u001b[0m${'y'.repeat(5000)}`;
  const fields = { 'hub.mode': nasty, 'hub.topic': nasty, 'hub.lease_seconds': nasty };
  const problem = problemOf(fields);
  for (const name of Object.keys(fields)) assert.match(problem, new RegExp(`^${name} `, 'm'));
  assert.ok(problem.length < 700, `${problem.length} characters`);
  assert.doesNotMatch(problem.replaceAll('\n', ''), /\p{Cc}/u);
  assert.doesNotMatch(problem, /^hub\.topic is fine/m);
});

const BASE_URL = 'https://reviews.example';
const access = (settings = {}) =>
  createHubAccess(createFakeHubClient().client, { ...HUB_SETTINGS, ...settings }, BASE_URL);

test('§6 there are three topics below the public origin', () => {
  assert.deepEqual(access().rules.topics.toSorted(), [
    'https://reviews.example/api/feed.json',
    'https://reviews.example/feed.xml',
    'https://reviews.example/reviews.json',
  ]);
  assert.equal(access().url, 'https://reviews.example/api/websub/hub');
});

test('callbacks are judged by the settings', () => {
  const judge = (callback: string, settings = {}) =>
    'problem' in access(settings).rules.parseCallback(callback) ? 'refused' : 'taken';
  assert.equal(judge('https://subscriber.example/'), 'taken');
  assert.equal(judge('http://subscriber.example/'), 'refused');
  assert.equal(judge('https://subscriber.example:1023/'), 'refused');
  const callbackPorts = [{ first: 1023, last: 1023 }];
  assert.equal(judge('https://subscriber.example:1023/', { callbackPorts }), 'taken');
  assert.equal(judge('https://127.0.0.1/'), 'refused');
  assert.equal(judge('https://127.0.0.1/', { allowedCidrs: ['127.0.0.0/8'] }), 'taken');
});
