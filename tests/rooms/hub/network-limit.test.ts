import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNetworkLimit } from '../../../sidecar/hub/network-limit.ts';
import { ManualClock } from '../../support/manual-clock.ts';

function admitTimes(admit: ReturnType<typeof createNetworkLimit>, addresses: readonly string[][]) {
  return addresses.filter((one) => admit(one)).length;
}

test('ten addresses of one IPv4 /24 are asked, and no eleventh within six seconds', async () => {
  const clock = new ManualClock();
  const admit = createNetworkLimit(clock);
  const neighbours = Array.from({ length: 20 }, (_, last) => [`203.0.113.${last}`]);
  assert.equal(admitTimes(admit, neighbours), 10);
  assert.equal(admit(['203.0.112.1']), true);
  await clock.advance(5_999);
  assert.equal(admit(['203.0.113.77']), false);
  await clock.advance(1);
  assert.equal(admit(['203.0.113.77']), true);
});

test('IPv6 is counted by /64', () => {
  const admit = createNetworkLimit(new ManualClock());
  const neighbours = Array.from({ length: 20 }, (_, last) => [`2001:db8:1:2::${last + 1}`]);
  assert.equal(admitTimes(admit, neighbours), 10);
  assert.equal(admit(['2001:db8:1:3::1']), true);
});

test('an IPv4 address that is written as IPv6 is the same network', () => {
  const admit = createNetworkLimit(new ManualClock());
  const spellings = Array.from({ length: 20 }, (_, index) => [
    index % 2 ? '203.0.113.9' : '::ffff:203.0.113.9',
  ]);
  assert.equal(admitTimes(admit, spellings), 10);
});

test('a name with several addresses counts for each of their networks', () => {
  const admit = createNetworkLimit(new ManualClock());
  for (let time = 0; time < 10; time++) admit(['203.0.113.1', '198.51.100.1']);
  assert.equal(admit(['198.51.100.200']), false);
  assert.equal(admit(['192.0.2.1', '203.0.113.1']), false);
  // What was refused used up nothing.
  assert.equal(
    admitTimes(
      admit,
      Array.from({ length: 20 }, () => ['192.0.2.1']),
    ),
    10,
  );
});
