import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type IntentRules, parseIntent } from '../../../../sidecar/hub/request/parse-intent.ts';

const TOPICS = ['https://reviews.example/feed.xml', 'https://reviews.example/reviews.json'];
const CALLBACK = 'https://Subscriber.example/websub?x=%2F+%20&y';

const RULES: IntentRules = {
  topics: TOPICS,
  lease: { default: 864_000, min: 60, max: 2_592_000 },
  parseCallback: (text) =>
    text.startsWith('https:')
      ? { callback: text, host: new URL(text).hostname }
      : { problem: 'The callback is refused.' },
};

const SUBSCRIBE = {
  'hub.mode': 'subscribe',
  'hub.topic': 'https://reviews.example/feed.xml',
  'hub.callback': CALLBACK,
};
const UNSUBSCRIBE = { ...SUBSCRIBE, 'hub.mode': 'unsubscribe' };

const parse = (fields: Readonly<Record<string, string>>, more = '') =>
  parseIntent(Buffer.from(new URLSearchParams(fields).toString() + more), RULES);

/** The intent that a form means. */
function intentOf(fields: Readonly<Record<string, string>>, more = '') {
  const parsed = parse(fields, more);
  return 'problem' in parsed ? assert.fail(parsed.problem) : parsed.value;
}

/** What is wrong with a form. */
function problemOf(fields: Readonly<Record<string, string>>, more = ''): string {
  const parsed = parse(fields, more);
  return 'problem' in parsed ? parsed.problem : assert.fail('the form is refused');
}

test('§4 H1 the three required fields make a subscription with the default lease', () => {
  assert.deepEqual(intentOf(SUBSCRIBE), {
    mode: 'subscribe',
    topic: 'https://reviews.example/feed.xml',
    topicAsGiven: 'https://reviews.example/feed.xml',
    callback: CALLBACK,
    host: 'subscriber.example',
    secret: undefined,
    leaseSeconds: 864_000,
  });
});

test('§4 an unsubscription has the same fields', () => {
  assert.deepEqual(intentOf(UNSUBSCRIBE), { ...intentOf(SUBSCRIBE), mode: 'unsubscribe' });
});

test('H11 another spelling of a topic is that topic, and is kept for the verification', () => {
  const given = 'HTTPS://reviews.example:443/feed%2Exml';
  const { topic, topicAsGiven } = intentOf({ ...SUBSCRIBE, 'hub.topic': given });
  assert.deepEqual([topic, topicAsGiven], ['https://reviews.example/feed.xml', given]);
});

test('H6 unknown parameters are ignored, those of old clients too', () => {
  const more = '&hub.verify=sync&hub.verify=async&hub.verify_token=x&hub.foo=&foo=bar&foo=baz';
  assert.deepEqual(intentOf(SUBSCRIBE, more), intentOf(SUBSCRIBE));
});

test('H8 a lease is brought within bounds', () => {
  for (const [asked, granted] of [
    ['3600', 3600],
    ['1', 60],
    ['99999999999', 2_592_000],
    ['', 864_000],
  ] as const) {
    const { leaseSeconds } = intentOf({ ...SUBSCRIBE, 'hub.lease_seconds': asked });
    assert.equal(leaseSeconds, granted);
  }
  const problem = problemOf({ ...SUBSCRIBE, 'hub.lease_seconds': 'abc' });
  assert.match(problem, /^hub\.lease_seconds must be a whole number of seconds, 1 or more/);
});

test('H8 on unsubscribe lease and secret are ignored, however absurd', () => {
  const absurd = { 'hub.lease_seconds': 'abc', 'hub.secret': 'x'.repeat(500) };
  const more = '&hub.lease_seconds=-1&hub.secret=%00';
  assert.deepEqual(intentOf({ ...UNSUBSCRIBE, ...absurd }, more), intentOf(UNSUBSCRIBE));
});

test('H7 a secret has fewer than 200 bytes of UTF-8, and an empty one is none', () => {
  const secretOf = (secret: string) => intentOf({ ...SUBSCRIBE, 'hub.secret': secret }).secret;
  for (const secret of ['x'.repeat(199), 'é'.repeat(99), ' +&=%\n', '😀']) {
    assert.equal(secretOf(secret), secret);
  }
  assert.equal(secretOf(''), undefined);
  for (const secret of ['x'.repeat(200), 'é'.repeat(100)]) {
    const problem = problemOf({ ...SUBSCRIBE, 'hub.secret': secret });
    assert.equal(problem, 'hub.secret has 200 bytes in UTF-8; it may have 199 at most.');
  }
  assert.match(problemOf({ ...SUBSCRIBE, 'hub.secret': 'a\0b' }), /^hub\.secret holds .* NUL/);
});

for (const [mode, said] of [
  ['', /^hub\.mode is missing; hub\.mode is subscribe or unsubscribe\.$/],
  ['publish', /^Publishing is internal: .*subscribe or unsubscribe\.$/],
  ['Subscribe', /^hub\.mode is subscribe or unsubscribe \(got "Subscribe"\)\.$/],
  ['subscribe ', /\(got "subscribe "\)/],
  ['denied', /\(got "denied"\)/],
] as const) {
  test(`hub.mode=${mode} is refused, and why is said`, () => {
    assert.match(problemOf({ ...SUBSCRIBE, 'hub.mode': mode }), said);
  });
}

test('H12 a foreign or missing topic is refused with the list of topics', () => {
  const list = TOPICS.map((topic) => `\n  ${topic}`).join('');
  const foreign = 'https://other.example/feed.xml';
  assert.equal(
    problemOf({ ...SUBSCRIBE, 'hub.topic': foreign }),
    `hub.topic is no topic of this hub (got "${foreign}"); they are:${list}`,
  );
  assert.equal(
    problemOf({ ...SUBSCRIBE, 'hub.topic': '' }),
    `hub.topic is missing; the topics are:${list}`,
  );
});

test('a callback is refused for the reason that its check gives', () => {
  const problem = problemOf({ ...SUBSCRIBE, 'hub.callback': 'http://subscriber.example/' });
  assert.equal(problem, 'The callback is refused.');
  assert.match(problemOf({ ...SUBSCRIBE, 'hub.callback': '' }), /^hub\.callback is missing/);
});

for (const name of ['callback', 'mode', 'topic', 'lease_seconds', 'secret']) {
  test(`hub.${name} twice is refused, equal or not`, () => {
    const once = { ...SUBSCRIBE, 'hub.lease_seconds': '60', 'hub.secret': 'x' };
    const again = new URLSearchParams(once).get(`hub.${name}`) ?? '';
    for (const value of [again, '', 'y']) {
      const problem = problemOf(once, `&hub.${name}=${encodeURIComponent(value)}`);
      assert.equal(problem, `hub.${name} is given more than once; give it once.`);
    }
  });
}

test('all that is wrong is told together, a line each', () => {
  const problem = problemOf({ 'hub.mode': 'x', 'hub.secret': 'x'.repeat(200) });
  const lines = problem.split('\n').filter((line) => !line.startsWith('  '));
  assert.deepEqual(
    lines.map((line) => line.split(' ')[0]),
    ['hub.mode', 'hub.topic', 'hub.callback', 'hub.secret'],
  );
});

test('a form that cannot be read is refused as a whole', () => {
  assert.match(problemOf(SUBSCRIBE, '&x=%ff'), /^The form is not valid percent-encoded UTF-8/);
  assert.match(problemOf(SUBSCRIBE, '&x='.repeat(48)), /^The form has more than 50 parameters/);
});

test('little of what was sent is repeated, and nothing that could be mistaken for ours', () => {
  const nasty = `x\r\nhub.topic is fine\u001b[0m${'y'.repeat(5000)}`;
  const fields = { 'hub.mode': nasty, 'hub.topic': nasty, 'hub.lease_seconds': nasty };
  const problem = problemOf({ ...SUBSCRIBE, ...fields });
  assert.ok(problem.length < 700, `${problem.length} characters`);
  assert.doesNotMatch(problem.replaceAll('\n', ''), /\p{Cc}/u);
  assert.doesNotMatch(problem, /^hub\.topic is fine/m);
});
