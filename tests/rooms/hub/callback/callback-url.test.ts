import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  appendQuery,
  createAddressJudge,
  createCallbackParser,
  networksOf,
  parseCallback,
} from '../../../../sidecar/hub/callback/callback-url.ts';
import { BAD_V4, BAD_V6 } from './hostile-callbacks.ts';

const RULES = {
  ports: [
    { first: 443, last: 443 },
    { first: 1024, last: 65_535 },
  ],
  isAllowed: createAddressJudge([]),
  // The names of these tests belong to nobody.
  allowsPrivate: true,
};

function read(text: string) {
  const parsed = parseCallback(text, RULES);
  assert.ok('callback' in parsed, JSON.stringify(parsed));
  assert.equal(parsed.callback, text);
  return [parsed.host, parsed.origin, parsed.target];
}

test('a callback is read', () => {
  for (const [text, ...parts] of [
    ['https://a.test', 'a.test', 'https://a.test', '/'],
    ['HTTPS://A.Test:443/B', 'a.test', 'https://a.test', '/B'],
    ['https://a.test:/b', 'a.test', 'https://a.test', '/b'],
    ['https://a.test:08443/b', 'a.test', 'https://a.test:8443', '/b'],
    ['https://a.test./b', 'a.test', 'https://a.test', '/b'],
    ['https://xn--bcher-kva.test', 'xn--bcher-kva.test', 'https://xn--bcher-kva.test', '/'],
    ['https://9.9.9.9:4430/b', '9.9.9.9', 'https://9.9.9.9:4430', '/b'],
    ['https://0x09090909/b', '9.9.9.9', 'https://9.9.9.9', '/b'],
    ['https://[2620:FE::FE]/b', '2620:fe::fe', 'https://[2620:fe::fe]', '/b'],
    // A request must have a path.
    ['https://a.test?b=/c', 'a.test', 'https://a.test', '/?b=/c'],
    // An IPv4 address in IPv6 counts as itself, and is asked as it is given.
    ['https://[::ffff:9.9.9.9]/b', '9.9.9.9', 'https://[::ffff:909:909]', '/b'],
    ['https://[::FFFF:909:909]/b', '9.9.9.9', 'https://[::ffff:909:909]', '/b'],
    ['https://[64:ff9b::9.9.9.9]/b', '9.9.9.9', 'https://[64:ff9b::909:909]', '/b'],
  ] as const) {
    assert.deepEqual(read(text), parts);
  }
  const marks = '/b;c=d,e:f@g!$\'()*"<>[]^`{|}~';
  for (const target of [
    '/a/../b/./c',
    '/%2e%2e/%7E',
    '//b//c',
    '/?x=%2F+%20&x',
    '/b@c:0?',
    marks,
  ]) {
    assert.equal(read(`https://a.test${target}`)[2], target);
  }
});

test('a callback may have 2048 characters, and its name 253 in labels of 63', () => {
  const longest = 'https://a.test/'.padEnd(2048, 'b');
  read(longest);
  assert.match(refuse(`${longest}b`), /has 2049 characters; at most 2048/);
  const label = 'a'.repeat(63);
  const name = [label, label, label, 'a'.repeat(61)].join('.');
  read(`https://${name}/`);
  for (const bad of [`a${name}`, `a${label}.test`, 'a..test', '.test', '.', 'a.test..']) {
    assert.match(refuse(`https://${bad}/`), /no valid name/);
  }
});

function refuse(text: string) {
  const parsed = parseCallback(text, RULES);
  assert.ok('problem' in parsed, JSON.stringify(parsed));
  assert.ok(parsed.problem.length < 200, 'The problem repeats too much.');
  return parsed.problem;
}

test('a callback is refused with the reason', () => {
  for (const [problem, ...texts] of [
    ['must be an absolute HTTPS URL', '', 'http://a.test/', 'a.test/b', 'https:a.test/b'],
    ['must be an absolute HTTPS URL', 'https:///a.test/b', 'https://'],
    ['percent-encode it', 'https://a.test/b c', ' https://a.test/', 'https://a.test/ '],
    ['percent-encode it', 'ht\ntps://a.test/', 'https://a.test/\u0000', 'https://a.test\\b'],
    ['percent-encode it', 'https://bücher.test/', 'https://a.test/\ud800', 'https://１２７.0.0.1/'],
    ['has a fragment', 'https://a.test/#', 'https://a.test/#b', 'https://a.test#@b.test/', '#'],
    ['has a user name or password', 'https://a@b.test/', 'https://@b.test/'],
    ['has a user name or password', 'https://9.9.9.9@127.0.0.1/'],
    ['host or port .* is not valid', 'https://a.test:x/', 'https://a.test:65536/', 'https://[::1/'],
    ['host or port .* is not valid', 'https://[fe80::1%25eth0]/', 'https://a%00b/'],
    ['host or port .* is not valid', 'https://256.1.1.1/'],
    ['may not use port 0; these are allowed: 443, 1024-65535', 'https://a.test:0/'],
    ['may not use port 1023; these', 'https://a.test:1023/'],
    ['may not use the address .+; only public addresses are allowed', 'https://127.0.0.1/'],
    ['may not use the address', 'https://0x7f.1/', 'https://[::ffff:127.0.0.1]/', 'https://[::1]/'],
  ]) {
    for (const text of texts) assert.match(refuse(text), new RegExp(problem ?? ''), text);
  }
});

test('of many callbacks each is read as by itself, and an authority is judged once', () => {
  const judged: string[] = [];
  const isAllowed = (address: string) => {
    judged.push(address);
    return RULES.isAllowed(address);
  };
  const parse = createCallbackParser({ ...RULES, isAllowed });
  for (const path of ['/b', '/c?d=e', '#f', '/ g', '/b']) {
    for (const host of ['a.test', 'A.TEST:8443', '9.9.9.9', '10.0.0.1', 'b@a.test', 'a..test']) {
      const text = `https://${host}${path}`;
      assert.deepEqual(parse(text), parseCallback(text, RULES), text);
    }
  }
  assert.deepEqual(judged, ['9.9.9.9', '10.0.0.1']);
  // Not so many are remembered that they would take much memory.
  for (let host = 0; host < 2000; host++) parse(`https://h${host}.test/`);
  parse('https://9.9.9.9/');
  assert.deepEqual(judged, ['9.9.9.9', '10.0.0.1', '9.9.9.9']);
});

test('names that the public DNS does not have are refused, unless private networks are allowed', () => {
  const names =
    'localhost LOCALHOST. a.localhost router printer.local a.internal b.a.test a.invalid';
  for (const name of `${names} a.example a.onion a.alt nas.home.arpa`.split(' ')) {
    const callback = `https://${name}/`;
    const parsed = parseCallback(callback, { ...RULES, allowsPrivate: false });
    assert.match(
      'problem' in parsed ? parsed.problem : '',
      /name that the public DNS does not have/,
    );
    assert.ok('callback' in parseCallback(callback, RULES), name);
  }
  for (const name of [
    'a.example.com',
    'local.de',
    'mylocal.io',
    'test.org',
    'a.xn--bcher-kva.de',
  ]) {
    const parsed = parseCallback(`https://${name}/`, { ...RULES, allowsPrivate: false });
    assert.ok('callback' in parsed, name);
  }
});

test('H16 §5.1.1: our parameters come behind the query, which stays as it is', () => {
  const topic = 'https://a.test/feed.xml?x=1&y=é';
  const ours = 'hub.mode=subscribe&hub.topic=https%3A%2F%2Fa.test%2Ffeed.xml%3Fx%3D1%26y%3D%C3%A9';
  for (const [target, expected] of [
    ['/', `/?${ours}`],
    ['/a/../%7e', `/a/../%7e?${ours}`],
    ['/?x=%2F+%20', `/?x=%2F+%20&${ours}`],
    ['/?', `/?${ours}`],
    ['/?a&', `/?a&${ours}`],
    ['/?a=b?', `/?a=b?&${ours}`],
  ] as const) {
    const parameters = [['hub.mode', 'subscribe'] as const, ['hub.topic', topic] as const];
    assert.equal(appendQuery(target, parameters), expected);
  }
});

const GOOD = [
  '1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0',
  '168.63.129.15 168.63.129.17 169.253.255.255 172.15.255.255 172.32.0.0 192.167.255.255',
  '198.20.0.0 223.255.255.255 ::ffff:1.1.1.1 2001:4860:4860::8888 2001:200::1 2606:4700::1111',
].join(' ');
const NO_ADDRESS = 'localhost 127.1 0x7f000001 010.0.0.1 1.1.1.1/32 [::1] fe80::1%eth0';
/** Of DNS64 (RFC 6052). */
const INSIDE = '64:ff9b::7f00:1 64:ff9b::a00:1 64:ff9b:1::808:808';

test('addresses are judged by the special ranges, whatever is written in IPv6, save for those that are allowed', () => {
  for (const [ranges, allowed, refused] of [
    ['', GOOD, ['', ...NO_ADDRESS.split(' '), ...BAD_V4, ...BAD_V6]],
    ['', '64:ff9b::808:808', [...INSIDE.split(' '), ...BAD_V4.map((bad) => `::ffff:${bad}`)]],
    [
      '10.1.0.0/16 fd00::/8 127.0.0.1/32',
      '10.1.2.3 ::ffff:10.1.2.3 fd12::1 127.0.0.1 1.1.1.1',
      ['10.2.0.1', 'fc00::1', '127.0.0.2', '::7f00:1', 'fd00::1%eth0'],
    ],
    ['10.0.0.0/8', '64:ff9b::a00:1', ['127.0.0.1']],
    ['64:ff9b::/96', '64:ff9b::a00:1', ['10.0.0.1']],
    ['::ffff:10.0.0.0/104', '10.9.9.9 ::ffff:10.9.9.9', ['127.0.0.1']],
  ] as const) {
    const isAllowed = createAddressJudge(ranges.split(' ').filter(Boolean));
    for (const address of allowed.split(' ')) assert.equal(isAllowed(address), true, address);
    for (const address of refused) assert.equal(isAllowed(address), false, address);
  }
});

test('what is no range is refused', () => {
  for (const cidr of ['', '10.0.0.1', '10.0.0.0/33', 'localhost/8', 'fd00::/129']) {
    assert.throws(() => createAddressJudge([cidr]), Error, cidr);
  }
});

test('the network of an address is its /24, or its /64 of IPv6, and stands once', () => {
  for (const [addresses, networks] of [
    [['203.0.113.1', '203.0.113.77', '::ffff:203.0.113.9'], ['203.0.113.0/24']],
    [['64:ff9b::808:808', '8.8.8.9'], ['8.8.8.0/24']],
    [['2001:db8:1:2::1', '2001:db8:1:2:ffff::1'], ['2001:db8:1:2::/64']],
    [
      ['203.0.113.1', '198.51.100.1', '2001:db8:1:3::1'],
      ['203.0.113.0/24', '198.51.100.0/24', '2001:db8:1:3::/64'],
    ],
  ] as const) {
    assert.deepEqual(networksOf(addresses), networks);
  }
});
