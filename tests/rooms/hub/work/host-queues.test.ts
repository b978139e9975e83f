import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HostQueues } from '../../../../sidecar/hub/work/host-queues.ts';

type Piece = { readonly host: string; readonly name: string };
const piece = (host: string, name: string): Piece => ({ host, name });

function takeAll(queues: HostQueues<Piece>): string[] {
  const taken: string[] = [];
  for (let next = queues.take(); next; next = queues.take()) taken.push(next.name);
  return taken;
}

/** Queues with these pieces: each is named after its host. */
function queuesOf(most: number, ...names: readonly string[]) {
  const queues = new HostQueues<Piece>(most);
  for (const name of names) queues.add(piece(name.charAt(0), name));
  return queues;
}

test('each host has one piece taken after the other hosts', () => {
  assert.deepEqual(takeAll(queuesOf(9, 'a1', 'a2', 'a3', 'b1', 'b2')), [
    'a1',
    'b1',
    'a2',
    'b2',
    'a3',
  ]);
});

test('hosts that have as much as they may are known, with what was taken', () => {
  const queues = queuesOf(1, 'a1', 'a2', 'b1');
  queues.take();
  assert.deepEqual(queues.hostsWith(2), ['a']);
  assert.deepEqual(queues.hostsWith(1).toSorted(), ['a', 'b']);
  assert.deepEqual(queues.hostsWith(3), []);
});

test('what is dropped is never taken', () => {
  const queues = queuesOf(3, 'a1', 'a2', 'a3', 'b1');
  const dropped = queues.drop(({ name }) => name === 'a2' || name === 'b1');
  assert.deepEqual(dropped.map(({ name }) => name).toSorted(), ['a2', 'b1']);
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
        const inFlight = new Map<string, number>();
        const countOf = (host: string) => inFlight.get(host) ?? 0;
        for (const [index, { kind, host }] of steps.entries()) {
          if (kind === 'add') {
            queues.add(piece(host, `${index}`));
            waiting.set(host, [...(waiting.get(host) ?? []), `${index}`]);
          } else if (kind === 'end' && countOf(host) > 0) {
            queues.end(host);
            inFlight.set(host, countOf(host) - 1);
          } else if (kind === 'take') {
            const taken = queues.take();
            const mayGo = [...waiting].filter(
              ([one, names]) => names.length > 0 && countOf(one) < most,
            );
            assert.equal(taken !== undefined, mayGo.length > 0);
            if (!taken) continue;
            assert.equal(taken.name, waiting.get(taken.host)?.shift());
            inFlight.set(taken.host, countOf(taken.host) + 1);
            assert.ok(countOf(taken.host) <= most);
          }
        }
        assert.equal(queues.size, [...waiting.values()].flat().length);
      },
    ),
  );
});
