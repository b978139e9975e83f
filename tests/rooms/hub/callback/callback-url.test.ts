import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  appendQuery,
  createCallbackRules,
  parseCallback,
} from '../../../../sidecar/hub/callback/callback-url.ts';
import { BASE_URL } from './ask-callback.ts';

const HTTPS_PORTS = [
  { first: 443, last: 443 },
  { first: 1024, last: 65_535 },
];
const RULES = createCallbackRules({ allowedCidrs: [], callbackPorts: HTTPS_PORTS }, BASE_URL);
// The names of these tests belong to nobody.
const ANY_NAME = { ...RULES, allowsPrivate: true };

function read(text: string) {
  const parsed = parseCallback(text, ANY_NAME);
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
    ['https://a.test.:8443/b', 'a.test', 'https://a.test:8443', '/b'],
    ['https://xn--bcher-kva.test', 'xn--bcher-kva.test', 'https://xn--bcher-kva.test', '/'],
    ['https://9.9.9.9:4430/b', '9.9.9.9', 'https://9.9.9.9:4430', '/b'],
    ['https://0x09090909./b', '9.9.9.9', 'https://9.9.9.9', '/b'],
    ['https://[2620:FE::FE]/b', '2620:fe::fe', 'https://[2620:fe::fe]', '/b'],
    // A request must have a path.
    ['https://a.test?b=/c', 'a.test', 'https://a.test', '/?b=/c'],
    // An IPv4 address in IPv6 counts as itself, and is asked as it is given.
    ['https://[::FFFF:9.9.9.9]/b', '9.9.9.9', 'https://[::ffff:909:909]', '/b'],
    ['https://[64:ff9b::9.9.9.9]/b', '9.9.9.9', 'https://[64:ff9b::909:909]', '/b'],
  ]) {
    assert.deepEqual(read(text ?? ''), parts);
  }
  const marks = '/b;c=d,e:f@g!$\'()*"<>[]^`{|}~';
  for (const target of ['/a/../b/./c', '/%2e%2e/%7E', '//b//c', '/?x=%2F+%20&x', '/@c:0?', marks]) {
    assert.equal(read(`https://a.test${target}`)[2], target);
  }
});

const LONGEST = 'https://a.test/'.padEnd(2048, 'b');
const LABEL = 'a'.repeat(63);
const NAME = [LABEL, LABEL, LABEL, 'a'.repeat(61)].join('.');

test('a callback is refused with the reason', () => {
  read(LONGEST);
  read(`https://${NAME}/`);
  for (const [problem, ...texts] of [
    ['has 2049 characters; at most 2048', `${LONGEST}b`],
    ['not a valid name', `https://a${NAME}/`, `https://a${LABEL}.test/`],
    ['not a valid name', 'https://a..test/', 'https://.test/', 'https://./', 'https://a.test../'],
    ['must be an absolute HTTPS URL', '', 'http://a.test/', 'a.test/b', 'https:a.test/b'],
    ['must be an absolute HTTPS URL', 'https:///a.test/b', 'https://'],
    ['percent-encode it', 'https://a.test/b c', ' https://a.test/', 'https://a.test/ '],
    ['percent-encode it', 'ht\ntps://a.test/', 'https://a.test/\u0000', 'https://a.test\\b'],
    ['percent-encode it', 'https:\\\\a.test', 'https://1.1.1.1\\@a.test/'],
    ['percent-encode it', 'https://a.test/\ud800', 'https://a.test/bücher', 'https://b c.test/é'],
    ['write a host in Punycode', 'https://bücher.test:8443/', 'https://１２７.0.0.1/'],
    ['has a fragment', 'https://a.test/#', 'https://a.test/#b', 'https://a.test#@b.test/', '#'],
    ['has a user name or password', 'https://a@b.test/', 'https://@b.test/'],
    ['has a user name or password', 'https://9.9.9.9@127.0.0.1/'],
    ['host or port .* is not valid', 'https://a.test:x/', 'https://a.test:65536/', 'https://[::1/'],
    ['host or port .* is not valid', 'https://[fe80::1%25eth0]/', 'https://a%00b/'],
    ['host or port .* is not valid', 'https://256.1.1.1/'],
    ['may not use port 0; allowed ports: 443, 1024-65535', 'https://a.test:0/'],
    ['may not use port 1023; allowed', 'https://a.test:1023/'],
    ['may not use the address .+; only public addresses are allowed', 'https://127.0.0.1/'],
    ['may not use the address', 'https://0x7f.1/', 'https://[::ffff:127.0.0.1]/', 'https://[::1]/'],
    ['of this service itself', 'https://reviews.test', 'https://REVIEWS.test.:443/x?y'],
  ]) {
    for (const text of texts) {
      const parsed = parseCallback(text, ANY_NAME);
      assert.ok('problem' in parsed, JSON.stringify(parsed));
      assert.match(parsed.problem, new RegExp(problem ?? ''), text);
      assert.ok(parsed.problem.length < 200, 'The problem repeats too much.');
    }
  }
  read('https://reviews.test:8443/');
});

test('names that the public DNS does not have are refused, unless private networks are allowed', () => {
  const isRefused = (name: string) => {
    const parsed = parseCallback(`https://${name}/`, RULES);
    return 'problem' in parsed && /is not a name in the public DNS/.test(parsed.problem);
  };
  const names = 'localhost LOCALHOST. a.localhost router printer.local a.internal b.a.test';
  for (const name of `${names} a.invalid a.example a.onion a.alt nas.home.arpa`.split(' ')) {
    assert.ok(isRefused(name), name);
    read(`https://${name}/`);
  }
  for (const name of 'a.example.com local.de mylocal.io test.org a.xn--bcher-kva.de'.split(' ')) {
    assert.ok(!isRefused(name), name);
  }
});

test('H16 §5.1.1: our parameters come behind the query, which stays as it is', () => {
  const ours = 'hub.mode=subscribe&hub.topic=https%3A%2F%2Fa.test%2F%3Fx%3D1%26y%3D%C3%A9';
  for (const [target, expected] of [
    ['/', `/?${ours}`],
    ['/a/../%7e', `/a/../%7e?${ours}`],
    ['/?x=%2F+%20', `/?x=%2F+%20&${ours}`],
    ['/?', `/?${ours}`],
    ['/?a&', `/?a&${ours}`],
    ['/?a=b?', `/?a=b?&${ours}`],
  ] as const) {
    const parameters = { 'hub.mode': 'subscribe', 'hub.topic': 'https://a.test/?x=1&y=é' };
    assert.equal(appendQuery(target, parameters), expected);
  }
});
