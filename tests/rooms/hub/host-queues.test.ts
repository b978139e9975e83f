import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createNetworkLimit } from '../../../sidecar/hub/callback/guarded-connect.ts';
import { HostQueues } from '../../../sidecar/hub/work/host-queues.ts';
import { ManualClock } from '../../support/manual-clock.ts';

type Piece = { readonly host: string; readonly name: string };
const piece = (host: string, name = host): Piece => ({ host, name });

function takeAll(queues: HostQueues<Piece>): string[] {
  const taken: string[] = [];
  for (let next = queues.take(); next; next = queues.take()) taken.push(next.name);
  return taken;
}

test('hosts take turns', () => {
  const queues = new HostQueues<Piece>(9);
  for (const name of ['a1', 'a2', 'a3']) queues.add(piece('a', name));
  for (const name of ['b1', 'b2']) queues.add(piece('b', name));
  assert.deepEqual(takeAll(queues), ['a1', 'b1', 'a2', 'b2', 'a3']);
});

test('a host that has as much as it may tells so', () => {
  const queues = new HostQueues<Piece>(1);
  queues.add(piece('a', 'a1'));
  queues.add(piece('a', 'a2'));
  queues.add(piece('b'));
  queues.take();
  assert.deepEqual(queues.hostsWith(2), ['a']);
  assert.deepEqual(queues.hostsWith(1).toSorted(), ['a', 'b']);
  assert.deepEqual(queues.hostsWith(3), []);
});

test('what is dropped is never taken', () => {
  const queues = new HostQueues<Piece>(3);
  for (const name of ['a1', 'a2', 'a3']) queues.add(piece('a', name));
  queues.add(piece('b'));
  const dropped = queues.drop(({ name }) => name === 'a2' || name === 'b');
  assert.deepEqual(dropped.map(({ name }) => name).toSorted(), ['a2', 'b']);
  assert.equal(queues.size, 2);
  assert.deepEqual(takeAll(queues), ['a1', 'a3']);
});

test('whatever is added and ended, nothing is lost, taken twice, or beyond the bound', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add'), host: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ kind: fc.constant('take'), host: fc.constant('') }),
    fc.record({ kind: fc.constant('end'), host: fc.constantFrom('a', 'b', 'c') }),
  );
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 80 }),
      fc.integer({ min: 1, max: 3 }),
      (steps, most) => {
        const queues = new HostQueues<Piece>(most);
        const waiting = new Map<string, string[]>();
        const underWay = new Map<string, number>();
        const countOf = (host: string) => underWay.get(host) ?? 0;
        for (const [index, { kind, host }] of steps.entries()) {
          if (kind === 'add') {
            queues.add(piece(host, `${index}`));
            waiting.set(host, [...(waiting.get(host) ?? []), `${index}`]);
          } else if (kind === 'end' && countOf(host) > 0) {
            queues.end(host);
            underWay.set(host, countOf(host) - 1);
          } else if (kind === 'take') {
            const taken = queues.take();
            const mayGo = [...waiting].filter(
              ([one, names]) => names.length > 0 && countOf(one) < most,
            );
            assert.equal(taken !== undefined, mayGo.length > 0);
            if (!taken) continue;
            assert.equal(taken.name, waiting.get(taken.host)?.shift());
            underWay.set(taken.host, countOf(taken.host) + 1);
            assert.ok(countOf(taken.host) <= most);
          }
        }
        assert.equal(queues.size, [...waiting.values()].flat().length);
      },
    ),
  );
});

function admitTimes(admit: ReturnType<typeof createNetworkLimit>, addresses: readonly string[][]) {
  return addresses.filter((one) => admit(one)).length;
}

test('ten addresses of one IPv4 /24 are asked, and no eleventh within six seconds', async () => {
  const clock = new ManualClock();
  const admit = createNetworkLimit(clock);
  const neighbours = Array.from({ length: 20 }, (_, last) => [`203.0.113.${last}`]);
  assert.equal(admitTimes(admit, neighbours), 10);
  assert.equal(admit(['203.0.112.1']), true);
  assert.equal(admit(['::ffff:203.0.113.9']), false);
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

test('a name with several addresses counts for each of their networks', () => {
  const admit = createNetworkLimit(new ManualClock());
  for (let time = 0; time < 10; time++) admit(['203.0.113.1', '198.51.100.1']);
  assert.equal(admit(['198.51.100.200']), false);
  assert.equal(admit(['192.0.2.1', '203.0.113.1']), false);
  // What was refused used up nothing.
  const others = Array.from({ length: 20 }, () => ['192.0.2.1']);
  assert.equal(admitTimes(admit, others), 10);
});
