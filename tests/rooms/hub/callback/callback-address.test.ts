import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createAddressJudge,
  networksOf,
} from '../../../../sidecar/hub/callback/callback-address.ts';
import { BAD_V4, BAD_V6 } from './hostile-callbacks.ts';

const GOOD = [
  '1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0',
  '168.63.129.15 168.63.129.17 169.253.255.255 172.15.255.255 172.32.0.0 192.167.255.255',
  '198.20.0.0 223.255.255.255 ::ffff:1.1.1.1 2001:4860:4860::8888 2001:200::1 2606:4700::1111',
].join(' ');
const NO_ADDRESS = 'localhost 127.1 0x7f000001 010.0.0.1 1.1.1.1/32 [::1] fe80::1%eth0';

test('addresses are judged by the special ranges, whatever is written in IPv6, save for those that are allowed', () => {
  for (const [ranges, allowed, refused] of [
    ['', GOOD, ['', ...NO_ADDRESS.split(' '), ...BAD_V4, ...BAD_V6]],
    ['', '64:ff9b::808:808', ['64:ff9b:1::808:808', ...BAD_V4.map((bad) => `::ffff:${bad}`)]],
    [
      '10.1.0.0/16 fd00::/8 127.0.0.1/32',
      '10.1.2.3 ::ffff:10.1.2.3 64:ff9b::a01:203 fd12::1 127.0.0.1 1.1.1.1',
      ['10.2.0.1', 'fc00::1', '127.0.0.2', '::7f00:1', 'fd00::1%eth0'],
    ],
  ] as const) {
    const isAllowed = createAddressJudge(ranges.split(' ').filter(Boolean));
    for (const address of allowed.split(' ')) assert.equal(isAllowed(address), true, address);
    for (const address of refused) assert.equal(isAllowed(address), false, address);
  }
});

test('the network of an address is its /24, or its /64 of IPv6, and is given once', () => {
  for (const [addresses, networks] of [
    ['203.0.113.1 203.0.113.77 ::ffff:203.0.113.9', '203.0.113.0/24'],
    ['64:ff9b::808:808 8.8.8.9', '8.8.8.0/24'],
    ['2001:db8:1:2::1 2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['203.0.113.1 2001:db8:1:3::1', '203.0.113.0/24 2001:db8:1:3::/64'],
  ] as const) {
    assert.deepEqual(networksOf(addresses.split(' ')), networks.split(' '));
  }
});
