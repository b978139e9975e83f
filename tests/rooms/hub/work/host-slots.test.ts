import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as settle } from 'node:timers/promises';
import { HostSlots } from '../../../../sidecar/hub/work/host-slots.ts';

type Work = { readonly host: string; readonly name: string };

/** Slots whose work ends when a test says so. */
function createSlots() {
  const begun = new Map<string, PromiseWithResolvers<void>>();
  const failures: unknown[] = [];
  let ended = 0;
  const slots = new HostSlots<Work>(1, {
    run: ({ name }) => {
      const gate = Promise.withResolvers<void>();
      begun.set(name, gate);
      return gate.promise;
    },
    fail: (error) => failures.push(error),
    onEnded: () => ended++,
  });
  return { slots, begun, failures, ended: () => ended };
}

test('what ends makes room for what waits of its host, also where it fails', async () => {
  const { slots, begun, failures, ended } = createSlots();
  slots.add(['a1', 'a2', 'b1'].map((name) => ({ host: name.slice(0, 1), name })));
  assert.deepEqual([[...begun.keys()], slots.size], [['a1', 'b1'], 2]);
  const error = new Error('It fails.');
  begun.get('a1')?.reject(error);
  await settle();
  assert.deepEqual([[...begun.keys()], slots.size], [['a1', 'b1', 'a2'], 2]);
  assert.deepEqual([failures, ended()], [[error], 1]);
});

test('after a stop nothing begins; what was added until then is given back', async () => {
  const { slots, begun } = createSlots();
  slots.add([{ host: 'a', name: 'a1' }]);
  const lastStep = Promise.withResolvers<void>();
  const stopped = slots.stop(lastStep.promise);
  slots.add([{ host: 'b', name: 'b1' }]);
  lastStep.resolve();
  begun.get('a1')?.resolve();
  assert.deepEqual(await stopped, [{ host: 'b', name: 'b1' }]);
  assert.deepEqual([...begun.keys()], ['a1']);
});
