import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAddressJudge } from '../../../../sidecar/hub/callback/judge-address.ts';

const isPublic = createAddressJudge([]);

const GOOD = [
  '1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0',
  '168.63.129.15 168.63.129.17 169.253.255.255 172.15.255.255 172.32.0.0 192.167.255.255',
  '198.20.0.0 223.255.255.255 ::ffff:1.1.1.1 2001:4860:4860::8888 2001:200::1 2606:4700::1111',
].join(' ');

const BAD = {
  'this network': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.255', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'],
  private: ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.1'],
  'unique local': ['fc00::', 'fd00:ec2::254', 'fdff:ffff::1'],
  'carrier-grade NAT': ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
  'link-local': ['169.254.0.0', '169.254.169.254', 'fe80::1', 'febf::1', 'fe80::1%eth0'],
  'site-local': ['fec0::1'],
  'protocol assignments': ['192.0.0.0', '192.0.0.192', '2001:1::1', '2001:10::1', '2001:20::1'],
  'AS112 and AMT': ['192.31.196.1', '192.52.193.1', '192.175.48.1', '2620:4f:8000::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  benchmarking: ['198.18.0.0', '198.19.255.255', '2001:2::1'],
  '6to4': ['192.88.99.1', '2002::1', '2002:7f00:1::'],
  Teredo: ['2001::1', '2001:0:7f00:1::'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1'],
  'IPv4 in IPv6': ['::7f00:1', '::127.0.0.1', '::8.8.8.8', '::ffff:0:8.8.8.8'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  'reserved and broadcast': ['240.0.0.1', '255.255.255.254', '255.255.255.255'],
  'outside 2000::/3': ['100::1', '1fff::1', '4000::1', '5f00::1', '8000::1'],
  "Azure's services": ['168.63.129.16', '::ffff:168.63.129.16'],
  'the 6bone': ['3ffe::1'],
  'no address': ['', 'localhost', '127.1', '0x7f000001', '010.0.0.1', '1.1.1.1/32', '[::1]'],
};

test('what is beside the special ranges is public', () => {
  for (const address of GOOD.split(' ')) assert.equal(isPublic(address), true, address);
});

for (const [reason, addresses] of Object.entries(BAD)) {
  test(`not public: ${reason}`, () => {
    for (const address of addresses) assert.equal(isPublic(address), false, address);
  });
}

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
  assert.equal(isAllowed('10.9.9.9'), true);
  assert.equal(isAllowed('::ffff:10.9.9.9'), true);
  assert.equal(isAllowed('127.0.0.1'), false);
});

for (const cidr of ['', '10.0.0.1', '10.0.0.0/33', 'localhost/8', 'fd00::/129']) {
  test(`'${cidr}' is no range`, () => assert.throws(() => createAddressJudge([cidr])));
}
