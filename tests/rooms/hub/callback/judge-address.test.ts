import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAddressJudge } from '../../../../sidecar/hub/callback/judge-address.ts';
import { BAD_V4, BAD_V6 } from './hostile-callbacks.ts';

const isPublic = createAddressJudge([]);

const GOOD = [
  '1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0',
  '168.63.129.15 168.63.129.17 169.253.255.255 172.15.255.255 172.32.0.0 192.167.255.255',
  '198.20.0.0 223.255.255.255 ::ffff:1.1.1.1 2001:4860:4860::8888 2001:200::1 2606:4700::1111',
].join(' ');

const NO_ADDRESS = ['', 'localhost', '127.1', '0x7f000001', '010.0.0.1', '1.1.1.1/32', '[::1]'];

test('what is beside the special ranges is public', () => {
  for (const address of GOOD.split(' ')) assert.equal(isPublic(address), true, address);
});

test('all others are not, nor is what is no address', () => {
  for (const address of [...BAD_V4, ...BAD_V6, 'fe80::1%eth0', ...NO_ADDRESS]) {
    assert.equal(isPublic(address), false, address);
  }
  for (const address of BAD_V4) assert.equal(isPublic(`::ffff:${address}`), false, address);
});

test('allowed ranges may be used whatever they are, and nothing beside them', () => {
  const isAllowed = createAddressJudge(['10.1.0.0/16', 'fd00::/8', '127.0.0.1/32']);
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1', '127.0.0.1', '1.1.1.1']) {
    assert.equal(isAllowed(address), true, address);
  }
  for (const address of ['10.2.0.1', 'fc00::1', '127.0.0.2', '::7f00:1', 'fd00::1%eth0']) {
    assert.equal(isAllowed(address), false, address);
  }
});

test('a mapped range means IPv4 addresses', () => {
  const isAllowed = createAddressJudge(['::ffff:10.0.0.0/104']);
  assert.deepEqual(['10.9.9.9', '::ffff:10.9.9.9', '127.0.0.1'].map(isAllowed), [
    true,
    true,
    false,
  ]);
});

test('what is no range is refused', () => {
  for (const cidr of ['', '10.0.0.1', '10.0.0.0/33', 'localhost/8', 'fd00::/129']) {
    assert.throws(() => createAddressJudge([cidr]), Error, cidr);
  }
});
