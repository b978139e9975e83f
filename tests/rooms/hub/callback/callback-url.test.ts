import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appendQuery, parseCallback } from '../../../../sidecar/hub/callback/callback-url.ts';
import { createAddressJudge } from '../../../../sidecar/hub/callback/judge-address.ts';

const RULES = {
  ports: [
    { first: 443, last: 443 },
    { first: 1024, last: 65_535 },
  ],
  isAllowed: createAddressJudge([]),
};
const MAX_LENGTH = 2048;

function read(text: string) {
  const parsed = parseCallback(text, RULES);
  assert.ok('callback' in parsed, JSON.stringify(parsed));
  assert.equal(parsed.callback, text);
  return [parsed.host, parsed.origin, parsed.target];
}

const READ = [
  ['https://a.test', 'a.test', 'https://a.test', '/'],
  ['HTTPS://A.Test:443/B', 'a.test', 'https://a.test', '/B'],
  ['https://a.test:/b', 'a.test', 'https://a.test', '/b'],
  ['https://a.test:08443/b', 'a.test', 'https://a.test:8443', '/b'],
  ['https://a.test./b', 'a.test', 'https://a.test', '/b'],
  ['https://xn--bcher-kva.test', 'xn--bcher-kva.test', 'https://xn--bcher-kva.test', '/'],
  ['https://9.9.9.9:4430/b', '9.9.9.9', 'https://9.9.9.9:4430', '/b'],
  ['https://0x09090909/b', '9.9.9.9', 'https://9.9.9.9', '/b'],
  ['https://[2620:FE::FE]/b', '2620:fe::fe', 'https://[2620:fe::fe]', '/b'],
] as const;

for (const [text, ...parts] of READ) {
  test(`${text} is read`, () => assert.deepEqual(read(text), parts));
}

test('decision 21: path and query stay as they are', () => {
  for (const target of [
    '/a/../b/./c',
    '/%2e%2e/%7E',
    '//b//c',
    '/?x=%2F+%20&x',
    '/b@c:0?',
    '/b;c=d,e:f@g!$\'()*"<>[]^`{|}~',
  ]) {
    assert.equal(read(`https://a.test${target}`)[2], target);
  }
});

test('a query without a path gets one, as a request must have one', () => {
  assert.equal(read('https://a.test?b=/c')[2], '/?b=/c');
});

test(`a callback may have ${MAX_LENGTH} characters`, () => {
  const longest = 'https://a.test/'.padEnd(MAX_LENGTH, 'b');
  read(longest);
  assert.match(refuse(`${longest}b`), /has 2049 characters; at most 2048/);
});

test('a name may have 253 characters in labels of 63', () => {
  const label = 'a'.repeat(63);
  const longest = [label, label, label, 'a'.repeat(61)].join('.');
  read(`https://${longest}/`);
  for (const name of [`a${longest}`, `a${label}.test`, 'a..test', '.test', '.', 'a.test..']) {
    assert.match(refuse(`https://${name}/`), /no valid name/);
  }
});

function refuse(text: string) {
  const parsed = parseCallback(text, RULES);
  assert.ok('problem' in parsed, JSON.stringify(parsed));
  assert.ok(parsed.problem.length < 200, 'The problem repeats too much.');
  return parsed.problem;
}

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'must be an absolute HTTPS URL': [
    '',
    'http://a.test/',
    'a.test/b',
    'https:a.test/b',
    'https:///a.test/b',
    'https://',
  ],
  'percent-encode it': [
    'https://a.test/b c',
    ' https://a.test/',
    'https://a.test/ ',
    'ht\ntps://a.test/',
    'https://a.test/\u0000',
    'https://a.test\\b',
    'https://bücher.test/',
    'https://a.test/\ud800',
    'https://１２７.0.0.1/',
  ],
  'has a fragment': ['https://a.test/#', 'https://a.test/#b', 'https://a.test#@b.test/', '#'],
  'has a user name or password': [
    'https://a@b.test/',
    'https://@b.test/',
    'https://9.9.9.9@127.0.0.1/',
  ],
  'host or port of hub.callback is not valid': [
    'https://a.test:x/',
    'https://a.test:65536/',
    'https://[::1/',
    'https://[fe80::1%25eth0]/',
    'https://a%00b/',
    'https://256.1.1.1/',
  ],
  'may not use port \\d+; these are allowed: 443, 1024-65535': [
    'https://a.test:0/',
    'https://a.test:22/',
    'https://a.test:1023/',
  ],
  'may not use the address .+; only public addresses are allowed': [
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::1]/',
  ],
};

for (const [problem, texts] of Object.entries(REFUSED)) {
  test(`refused: ${problem}`, () => {
    for (const text of texts) assert.match(refuse(text), new RegExp(problem), text);
  });
}

const PARAMETERS = [
  ['hub.mode', 'subscribe'],
  ['hub.topic', 'https://a.test/feed.xml?x=1&y=é'],
] as const;
const QUERY = 'hub.mode=subscribe&hub.topic=https%3A%2F%2Fa.test%2Ffeed.xml%3Fx%3D1%26y%3D%C3%A9';

const TABLE = [
  ['/', `/?${QUERY}`],
  ['/a/../%7e', `/a/../%7e?${QUERY}`],
  ['/?hub.mode=x', `/?hub.mode=x&${QUERY}`],
  ['/?x=%2F+%20', `/?x=%2F+%20&${QUERY}`],
  ['/?', `/?${QUERY}`],
  ['/?a&', `/?a&${QUERY}`],
  ['/?a=b?', `/?a=b?&${QUERY}`],
] as const;

for (const [target, expected] of TABLE) {
  test(`H16 §5.1.1: ours come behind ${target}, which stays as it is`, () => {
    assert.equal(appendQuery(target, PARAMETERS), expected);
  });
}
