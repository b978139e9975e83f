import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import {
  createResolveName,
  MAX_WAITING,
  type NameSources,
} from '../../../../sidecar/hub/callback/resolve-name.ts';

const failWith = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

const FOUND = [{ address: '127.0.0.1', family: 4 }];
const V4 = { address: '1.1.1.1', family: 4 };
const V6 = { address: '2606:4700::1111', family: 6 };
const FOUND_V4 = { resolve4: async () => [V4.address] };
const FOUND_V6 = { resolve6: async () => [V6.address] };

/** Names that no server knows, save what is given, and which the hosts file was asked for. */
function resolveWith(sources: Partial<NameSources>) {
  const asked: string[] = [];
  const resolve = createResolveName({
    resolve4: failWith('ENOTFOUND'),
    resolve6: failWith('ENODATA'),
    lookup: async (name) => {
      asked.push(name);
      return FOUND;
    },
    ...sources,
  });
  return { resolve, asked };
}

test('a name has its addresses of both kinds; of one, whatever became of the other', async () => {
  for (const [sources, addresses] of [
    [{ ...FOUND_V4, ...FOUND_V6 }, [V4, V6]],
    [{ ...FOUND_V4, resolve6: failWith('ENODATA') }, [V4]],
    [{ ...FOUND_V4, resolve6: failWith('ETIMEOUT') }, [V4]],
    [FOUND_V6, [V6]],
  ] as const) {
    const { resolve, asked } = resolveWith(sources);
    assert.deepEqual([await resolve('a.test'), asked], [addresses, []]);
  }
});

test('where name servers know nothing, or are missing, the hosts file is asked', async () => {
  for (const code of ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']) {
    const { resolve, asked } = resolveWith({ resolve4: failWith(code), resolve6: failWith(code) });
    assert.deepEqual([await resolve('localhost'), asked], [FOUND, ['localhost']]);
  }
  const { resolve } = resolveWith({ lookup: failWith('ENOTFOUND') });
  await assert.rejects(resolve('a.test'), { code: 'ENOTFOUND' });
});

test('what failed otherwise is not looked up again, as that would hold a thread', async () => {
  for (const code of ['ETIMEOUT', 'ESERVFAIL', 'EREFUSED', 'EBADNAME']) {
    for (const kind of ['resolve4', 'resolve6']) {
      const { resolve, asked } = resolveWith({ [kind]: failWith(code) });
      await assert.rejects(resolve('a.test'), { code });
      assert.deepEqual(asked, []);
    }
  }
});

test('those who ask at the same time share an answer, those who ask later do not', async () => {
  let count = 0;
  let isUp = true;
  const resolve4 = async () => {
    count++;
    return isUp ? [V4.address] : await failWith('ESERVFAIL')();
  };
  const { resolve } = resolveWith({ resolve4 });
  const [first, second] = [resolve('a.test'), resolve('a.test')];
  assert.equal(await first, await second);
  assert.equal(count, 1);
  await resolve('a.test');
  await Promise.all([resolve('a.test'), resolve('b.test')]);
  assert.equal(count, 4);
  isUp = false;
  await assert.rejects(resolve('a.test'));
  isUp = true;
  assert.equal((await resolve('a.test')).length, 1);
});

test(`names are looked up one at a time; beyond ${MAX_WAITING} they are to be asked for again`, async () => {
  const asked: string[] = [];
  const ends: PromiseWithResolvers<readonly LookupAddress[]>[] = [];
  const { resolve } = resolveWith({
    lookup: (name) => {
      asked.push(name);
      const end = Promise.withResolvers<readonly LookupAddress[]>();
      ends.push(end);
      return end.promise;
    },
  });
  const waiting = Array.from({ length: MAX_WAITING }, (_, index) => resolve(`${index}.test`));
  await setImmediate();
  await assert.rejects(resolve('more.test'), { code: 'EAI_AGAIN' });
  assert.deepEqual(asked, ['0.test']);
  ends[0]?.reject(new Error('Nobody knows.'));
  await assert.rejects(waiting[0] ?? Promise.resolve(), /Nobody knows/);
  await setImmediate();
  assert.deepEqual(asked, ['0.test', '1.test']);
  const next = resolve('next.test');
  await setImmediate();
  await assert.rejects(resolve('more.test'), { code: 'EAI_AGAIN' });
  for (let index = 1; index <= MAX_WAITING; index++) {
    ends[index]?.resolve(FOUND);
    await setImmediate();
  }
  assert.equal(await next, FOUND);
});
