import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import {
  createResolveName,
  MAX_WAITING,
  type NameSources,
} from '../../../../sidecar/hub/callback/resolve-name.ts';

function failWith(code: string) {
  return () => Promise.reject(Object.assign(new Error(code), { code }));
}

const FOUND = [{ address: '127.0.0.1', family: 4 }];

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

test('a name has all its addresses of both kinds', async () => {
  const { resolve, asked } = resolveWith({
    resolve4: async () => ['1.1.1.1', '1.0.0.1'],
    resolve6: async () => ['2606:4700::1111'],
  });
  assert.deepEqual(await resolve('a.test'), [
    { address: '1.1.1.1', family: 4 },
    { address: '1.0.0.1', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ]);
  assert.deepEqual(asked, []);
});

test('addresses of one kind are enough, whatever became of the other', async () => {
  for (const code of ['ENODATA', 'ESERVFAIL', 'ETIMEOUT']) {
    const { resolve } = resolveWith({
      resolve4: async () => ['1.1.1.1'],
      resolve6: failWith(code),
    });
    assert.deepEqual(await resolve('a.test'), [{ address: '1.1.1.1', family: 4 }]);
  }
  const { resolve } = resolveWith({ resolve6: async () => ['2606:4700::1111'] });
  assert.deepEqual(await resolve('a.test'), [{ address: '2606:4700::1111', family: 6 }]);
});

for (const code of ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']) {
  test(`where name servers say ${code} the hosts file is asked`, async () => {
    const { resolve, asked } = resolveWith({ resolve4: failWith(code), resolve6: failWith(code) });
    assert.deepEqual(await resolve('localhost'), FOUND);
    assert.deepEqual(asked, ['localhost']);
  });
}

for (const code of ['ETIMEOUT', 'ESERVFAIL', 'EREFUSED', 'EBADNAME']) {
  for (const kind of ['resolve4', 'resolve6']) {
    test(`${code} from ${kind} is not looked up again, as that would hold a thread`, async () => {
      const { resolve, asked } = resolveWith({ [kind]: failWith(code) });
      await assert.rejects(resolve('a.test'), { code });
      assert.deepEqual(asked, []);
    });
  }
}

test('a name that nobody knows is rejected', async () => {
  const { resolve } = resolveWith({ lookup: failWith('ENOTFOUND') });
  await assert.rejects(resolve('a.test'), { code: 'ENOTFOUND' });
});

test('those who ask at the same time share an answer, those who ask later do not', async () => {
  let count = 0;
  const { resolve } = resolveWith({
    resolve4: async () => {
      count += 1;
      return ['1.1.1.1'];
    },
  });
  const [first, second] = [resolve('a.test'), resolve('a.test')];
  assert.equal(await first, await second);
  assert.equal(count, 1);
  await resolve('a.test');
  await Promise.all([resolve('a.test'), resolve('b.test')]);
  assert.equal(count, 4);
});

test('an answer that failed is not kept', async () => {
  let isUp = false;
  const { resolve } = resolveWith({
    resolve4: async () => (isUp ? ['1.1.1.1'] : await failWith('ESERVFAIL')()),
  });
  await assert.rejects(resolve('a.test'));
  isUp = true;
  assert.equal((await resolve('a.test')).length, 1);
});

test('localhost is known without a name server', async () => {
  const addresses = await createResolveName()('localhost');
  assert.ok(addresses.some(({ address }) => address === '127.0.0.1' || address === '::1'));
});

test(`names are looked up one at a time; beyond ${MAX_WAITING} they are told to come again`, async () => {
  const asked: string[] = [];
  const ends: PromiseWithResolvers<readonly LookupAddress[]>[] = [];
  const { resolve } = resolveWith({
    lookup: (name) => {
      asked.push(name);
      ends.push(Promise.withResolvers());
      return ends.at(-1)?.promise ?? Promise.reject();
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
  for (let index = 1; index <= MAX_WAITING; index += 1) {
    ends[index]?.resolve(FOUND);
    await setImmediate();
  }
  assert.equal(await next, FOUND);
});
