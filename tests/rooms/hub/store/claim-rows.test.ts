import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DatabaseError } from 'pg';
import { z } from 'zod';
import { claimRows } from '../../../../sidecar/hub/store/claim-rows.ts';
import {
  StoreUnavailableError,
  StoreUnusableError,
} from '../../../../sidecar/hub/store/hub-store.ts';
import { explainPostgresError } from '../../../../sidecar/hub/store/postgres-engine.ts';
import { claiming } from './store-subject.ts';

const Hosts = z.array(z.object({ host: z.string() }));
const Ids = z.array(z.object({ id: z.number() }));

/** Rows in memory. */
function createTable(hosts: readonly string[]) {
  const rows = hosts.map((host, id) => ({ id, host }));
  const marked = new Set<number>();
  let rounds = 0;
  return {
    rounds: () => rounds,
    marked,
    find: async (text: string, most: number) => {
      rounds++;
      const left = new Set(Hosts.parse(JSON.parse(text)).map(({ host }) => host));
      return rows.filter(({ id, host }) => !marked.has(id) && !left.has(host)).slice(0, most);
    },
    mark: async (text: string) => {
      for (const { id } of Ids.parse(JSON.parse(text))) marked.add(id);
    },
  };
}

const letters = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 300 });

test('what is claimed keeps every limit, and nothing is left out that fits', async () => {
  await fc.assert(
    fc.asyncProperty(
      letters,
      fc.nat(12),
      fc.nat(5),
      fc.subarray(['a', 'b', 'x']),
      async (hosts, limit, perHost, busyHosts) => {
        const table = createTable(hosts);
        const claimed = await claimRows(claiming({ limit, perHost, busyHosts }), table);
        const count = (list: readonly string[], host: string) =>
          list.filter((one) => one === host).length;
        const got = claimed.map(({ host }) => host);
        assert.ok(got.every((host) => !busyHosts.some((busy) => busy === host)));
        assert.equal(new Set(claimed.map(({ id }) => id)).size, claimed.length);
        assert.deepEqual(new Set(claimed.map(({ id }) => id)), table.marked);
        const free = ['a', 'b', 'c', 'd'].filter(
          (host) => !busyHosts.some((busy) => busy === host),
        );
        const fit = free.map((host) => Math.min(perHost, count(hosts, host)));
        const most = fit.reduce((sum, one) => sum + one, 0);
        for (const [index, host] of free.entries()) {
          assert.ok(count(got, host) <= (fit[index] ?? 0));
        }
        assert.equal(claimed.length, Math.min(limit, most));
      },
    ),
    { numRuns: 300 },
  );
});

test('the search ends after some rounds, however many hosts hide the others', async () => {
  const hosts = Array.from({ length: 20 }, (_, n) => Array<string>(200).fill(`${n}`)).flat();
  const table = createTable(hosts);
  const claimed = await claimRows(claiming({ limit: 20, perHost: 1 }), table);
  assert.equal(table.rounds(), 4);
  assert.equal(claimed.length, 4);
});

function serverError(code: string): DatabaseError {
  const error = new DatabaseError('what the server says', 0, 'error');
  error.code = code;
  return error;
}

test('what passes is told as such, with the reason, the place, and the code of the system', () => {
  for (const [code, systemCode] of [
    ['53100', 'ENOSPC'],
    ['53200', 'ENOMEM'],
    ['25006', 'EROFS'],
    ...[
      '08006',
      '57P01',
      '57014',
      '53300',
      '40001',
      '40P01',
      '25P03',
      '55P03',
      '28P01',
      '3D000',
    ].map((passing) => [passing, 'HUB_STORE_UNAVAILABLE'] as const),
    [undefined, 'HUB_STORE_UNAVAILABLE'],
  ] as const) {
    const error = code ? serverError(code) : new Error('Query read timeout');
    const explained = explainPostgresError(error, 'db.test/hub');
    assert.ok(explained instanceof StoreUnavailableError);
    assert.deepEqual([explained.code, explained.cause], [systemCode, error]);
    assert.ok(explained.message.includes('db.test/hub'));
    assert.ok(explained.message.includes(error.message));
  }
});

test('missing rights need somebody', () => {
  const explained = explainPostgresError(serverError('42501'), 'db.test/hub');
  assert.ok(explained instanceof StoreUnusableError);
});

test('a bug stays what it is', () => {
  for (const code of ['42601', '23505', 'XX000']) {
    const error = serverError(code);
    assert.equal(explainPostgresError(error, 'db.test/hub'), error);
  }
});
