import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { lookupInTurn, MAX_WAITING } from '../../../../sidecar/hub/callback/lookup-in-turn.ts';

const FOUND = [{ address: '127.0.0.1', family: 4 }];

/** Lookups that end when they are told to. */
function holdLookups() {
  const asked: string[] = [];
  const ends: PromiseWithResolvers<readonly LookupAddress[]>[] = [];
  const lookup = lookupInTurn((name) => {
    const end = Promise.withResolvers<readonly LookupAddress[]>();
    asked.push(name);
    ends.push(end);
    return end.promise;
  });
  return { asked, ends, lookup };
}

test('a name is looked up when the one before it has been, whatever came of that', async () => {
  const { asked, ends, lookup } = holdLookups();
  const [first, second, third] = [lookup('a.test'), lookup('b.test'), lookup('c.test')];
  await setImmediate();
  assert.deepEqual(asked, ['a.test']);
  ends[0]?.reject(new Error('Nobody knows.'));
  await assert.rejects(first, /Nobody knows/);
  await setImmediate();
  assert.deepEqual(asked, ['a.test', 'b.test']);
  ends[1]?.resolve(FOUND);
  assert.equal(await second, FOUND);
  await setImmediate();
  ends[2]?.resolve([]);
  assert.deepEqual(await third, []);
});

test(`beyond ${MAX_WAITING} that wait, names are told to come again`, async () => {
  const { ends, lookup } = holdLookups();
  const waiting = Array.from({ length: MAX_WAITING }, (_, index) => lookup(`${index}.test`));
  await assert.rejects(lookup('more.test'), { code: 'EAI_AGAIN' });
  await setImmediate();
  ends[0]?.resolve(FOUND);
  await waiting[0];
  await setImmediate();
  const next = lookup('next.test');
  await assert.rejects(lookup('more.test'), { code: 'EAI_AGAIN' });
  for (let index = 1; index <= MAX_WAITING; index += 1) {
    ends[index]?.resolve(FOUND);
    await setImmediate();
  }
  assert.equal(await next, FOUND);
});
