import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import type { StoredRemoval } from '#dataset/schema/stored-editorial.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { type ChangeLog, KEPT_MS, KEPT_ROWS } from '#search/changes/change-log.ts';
import { beginKeptLog, growKeptLog } from '#search/changes/kept-log.ts';
import { lastModifiedSince } from '#search/changes/log-times.ts';
import { ReleaseStore, type StorableRelease } from '../../../sidecar/store/store.ts';
import type { StoreDisk } from '../../../sidecar/store/store-disk.ts';
import { STORE_FILE } from '../../../sidecar/store/store-schema.ts';
import { createFolder } from '../../support/content-folder.ts';
import { storedReview } from '../../support/reviews.ts';
import { createEditions } from '../release/stored-release.ts';
import { createScriptedStoreDisk } from './failing-store-disk.ts';

const START = Date.parse('2026-11-20T08:00:00Z');
const DAY = 24 * 60 * 60_000;

const [ONE, TWO, THREE] = [1, 2, 3].map((number) =>
  storedReview({ id: `review-${number}`, datePublished: `2026-0${number}-01` }),
);
assert.ok(ONE && TWO && THREE);
const ALL: readonly StoredReview[] = [ONE, TWO, THREE];
const TOMBSTONE: StoredRemoval = {
  id: 'review-1',
  dateRemoved: '2026-08-08',
  reason: 'duplicate',
};

/** A store that holds a first release of all reviews, and its clock. */
async function createStored(t: TestContext, disk?: StoreDisk) {
  const folder = createFolder(t);
  const file = join(folder, STORE_FILE);
  const editions = createEditions();
  let time = START;
  const now = () => time;
  const open = () => ReleaseStore.open(folder, { disk, now });
  let store = open();
  t.after(() => store.close());
  let last = await editions.next(ALL);
  store.write(last);
  const rowsIn = () => {
    const database = new DatabaseSync(file);
    const rows = database.prepare('SELECT * FROM changes ORDER BY position').all();
    database.close();
    return rows.map(({ position, id, kind, newest }) => `${position} ${kind} ${id} ${newest}`);
  };
  return {
    folder,
    file,
    rowsIn,
    store: () => store,
    last: () => last,
    log: () => logOf(store, last),
    reopen: () => {
      store.close();
      store = open();
    },
    pass: (ms: number) => {
      time += ms;
    },
    /** Stores another release a second later. Returns the rows that it appends. */
    write: async (
      reviews: readonly StoredReview[],
      {
        removals = [],
        isEdit = true,
      }: { removals?: readonly StoredRemoval[]; isEdit?: boolean } = {},
    ) => {
      time += 1000;
      const before = rowsIn();
      last = await editions.next(reviews, removals);
      store.write(last, isEdit ? last.edit : 'everything');
      return rowsIn().slice(before.length);
    },
    next: async (reviews: readonly StoredReview[]) => {
      last = await editions.next(reviews);
      return last;
    },
  };
}

function logOf(store: ReleaseStore, { manifest }: StorableRelease): ChangeLog {
  return store.changesSince(manifest.ordinal)?.log ?? assert.fail('there is no log');
}

const changed = (review: StoredReview, changes: Partial<StoredReview>) => ({
  ...review,
  ...changes,
});

test('the first release begins a log without rows, at its time', async (t) => {
  const { log, rowsIn, last, folder } = await createStored(t);
  const { id, end, floor, isKept } = log();
  assert.match(id, /^[\w-]{16}$/);
  assert.deepEqual([end, floor, isKept], [floor, { position: 0, time: START }, true]);
  assert.deepEqual(rowsIn(), []);
  assert.deepEqual(ReleaseStore.readLog(folder), { ordinal: last().manifest.ordinal, log: log() });
});

for (const isEdit of [true, false]) {
  const known = isEdit ? 'where the edit is known' : 'where it is not';
  test(`each release appends what it changed, ${known}`, async (t) => {
    const { write, log } = await createStored(t);
    const { id } = log();
    const edited = changed(ONE, { reviewBody: 'Corrected.' });
    const steps: readonly [readonly StoredReview[], readonly StoredRemoval[], readonly string[]][] =
      [
        [[edited, TWO, THREE], [], ['edited review-1 2026-01-01']],
        [[edited, TWO, THREE], [], []],
        [
          [edited, changed(TWO, { datePublished: '2025-05-05' })],
          [],
          ['removed review-3 2026-03-01', 'edited review-2 2026-02-01'],
        ],
        [[TWO], [TOMBSTONE], ['edited review-2 2026-02-01', 'removed review-1 2026-08-08']],
        [[TWO], [{ ...TOMBSTONE, dateRemoved: '2026-07-07' }], ['removed review-1 2026-08-08']],
        [[TWO], [], ['removed review-1 2026-07-07']],
        [[TWO], [{ ...TOMBSTONE, id: 'never-there' }], ['removed never-there 2026-08-08']],
        [[TWO, THREE], [], ['added review-3 2026-03-01', 'removed never-there 2026-08-08']],
      ];
    let position = 0;
    for (const [reviews, removals, expected] of steps) {
      const rows = await write(reviews, { removals, isEdit });
      const sorted = (all: readonly string[]) => all.toSorted();
      assert.deepEqual(sorted(rows.map((row) => row.replace(/^\d+ /, ''))), sorted(expected));
      assert.deepEqual(
        rows.map((row) => Number.parseInt(row, 10)),
        rows.map(() => ++position),
      );
    }
    assert.equal(log().id, id);
    assert.equal(log().end.position, position);
  });
}

test('somebody who has a log gets what it grew by, and the whole of another', async (t) => {
  const { store, write, last, log, reopen } = await createStored(t);
  const { id } = log();
  await write([ONE, TWO]);
  reopen();
  await write([ONE]);
  const since = (position: number, time: number, of = id) =>
    store().changesSince(last().manifest.ordinal, { id: of, position, time });
  const [one, two] = [START + 1000, START + 2000];
  const growth = since(1, one)?.growth ?? assert.fail();
  assert.deepEqual([growth.after, growth.rows.map((row) => row.id)], [1, ['review-2']]);
  assert.deepEqual(since(2, two)?.growth?.rows, []);
  assert.equal(since(0, START)?.growth?.rows.length, 2);
  for (const update of [since(3, two), since(1, two), since(0, one), since(1, one, 'other')]) {
    assert.deepEqual(update?.log?.ids, ['review-3', 'review-2']);
  }
  assert.equal(store().changesSince(last().manifest.ordinal + 1), undefined);
});

test('what fails leaves no row behind: the rows are of the transaction of the release', async (t) => {
  let codeOf: (call: string) => string | undefined = () => undefined;
  const disk = createScriptedStoreDisk((call) => codeOf(call));
  const { store, next, last, rowsIn, log } = await createStored(t, disk);
  const first = last();
  const { id } = log();
  const release = await next([ONE, TWO]);
  codeOf = (call) => (call === 'COMMIT' ? 'ENOSPC' : undefined);
  assert.throws(() => store().write(release, release.edit));
  codeOf = () => undefined;
  assert.deepEqual(rowsIn(), []);
  assert.deepEqual(logOf(store(), first).end.position, 0);
  store().write(release, release.edit);
  assert.deepEqual(rowsIn(), ['1 removed review-3 2026-03-01']);
  assert.equal(log().id, id);
});

test('the log outlives an erasure and the process', async (t) => {
  const { store, write, last, log, reopen } = await createStored(t);
  await write([ONE, TWO]);
  const before = log();
  store().erase(last());
  assert.deepEqual(log(), before);
  reopen();
  assert.deepEqual(log(), before);
});

test('where the file has to be emptied or is damaged, the log begins again under another id', async (t) => {
  let isFull = false;
  const disk = createScriptedStoreDisk((call) =>
    isFull && call.startsWith('VACUUM') ? 'ENOSPC' : undefined,
  );
  const { store, write, next, last, log, file, rowsIn } = await createStored(t, disk);
  await write([ONE, TWO]);
  const first = log();
  isFull = true;
  store().erase(last());
  const second = log();
  assert.notEqual(second.id, first.id);
  assert.deepEqual(rowsIn(), []);
  await write([ONE]);
  writeFileSync(file, Buffer.alloc(100_000, 'x'));
  store().write(await next([ONE, TWO]));
  assert.ok(![first.id, second.id].includes(log().id));
  assert.deepEqual(rowsIn(), []);
});

test('a store of an earlier program has no log, is read as it is, and gets one with the next release', async (t) => {
  const { file, folder, write, next, reopen, last, store } = await createStored(t);
  await write([ONE, TWO]);
  store().close();
  const database = new DatabaseSync(file);
  database.exec('DROP TABLE changes; DROP TABLE log');
  database.close();
  reopen();
  assert.equal(ReleaseStore.readLog(folder), undefined);
  assert.equal(store().changesSince(last().manifest.ordinal), undefined);
  assert.ok(ReleaseStore.read(folder));
  store().write(await next([ONE]));
  const { ordinal, log } = ReleaseStore.readLog(folder) ?? assert.fail();
  assert.deepEqual([ordinal, log.end.position], [last().manifest.ordinal, 0]);
});

test('where an older program has stored a release in between, the log begins again', async (t) => {
  const { folder, file, write, log, rowsIn, last, store } = await createStored(t);
  await write([ONE, TWO]);
  const { id, end } = log();
  const database = new DatabaseSync(file);
  database.exec('UPDATE log SET ordinal = ordinal - 1');
  database.close();
  assert.equal(ReleaseStore.readLog(folder), undefined);
  assert.equal(store().changesSince(last().manifest.ordinal), undefined);
  await write([ONE]);
  assert.notEqual(log().id, id);
  assert.deepEqual(rowsIn(), []);
  assert.ok(log().floor.time > end.time);
});

test('rows are pruned that are both older than 90 days and beyond the newest 100,000', async (t) => {
  const { file, write, log, rowsIn, pass, store } = await createStored(t);
  await write([ONE, TWO]);
  await write([ONE]);
  pass(KEPT_MS + DAY);
  await write([ONE, TWO]);
  // Old, but few.
  assert.equal(rowsIn().length, 3);
  const fill = (from: number, to: number) => {
    store().close();
    const database = new DatabaseSync(file);
    database.exec('BEGIN');
    const insert = database.prepare(
      'INSERT INTO changes SELECT ?, id, kind, time, newest FROM changes WHERE position = 3',
    );
    for (let position = from; position <= to; position++) insert.run(position);
    database.exec('COMMIT');
    database.close();
  };
  fill(4, KEPT_ROWS + 1);
  await write([ONE]);
  const { floor, end } = log();
  assert.deepEqual([floor.position, end.position], [2, KEPT_ROWS + 2]);
  assert.equal(floor.time, START + 2000);
  assert.equal(rowsIn().length, KEPT_ROWS);
  // Many, but not old enough.
  await write([ONE, TWO]);
  assert.deepEqual(log().floor, floor);
  assert.equal(lastModifiedSince(log(), '2030-01-01'), floor.time);
});

test('the log of a build is kept as it is, and is not gone on with by anybody else', async (t) => {
  const { store, next, write, log, rowsIn } = await createStored(t);
  const own = log().id;
  const change = (id: string) => ({ id, kind: 'added' as const, newest: '2026-01-01' });
  const { manifest } = await next(ALL);
  const begun = beginKeptLog('abcdefghijklmnop', manifest.ordinal, START);
  const grown = growKeptLog(begun, manifest.ordinal, [change('review-1')], START + 5000);
  const take = async (reviews: readonly StoredReview[], from: typeof grown) => {
    const release = await next(reviews);
    const kept = { ...from, ordinal: release.manifest.ordinal };
    store().write({ ...release, log: kept });
    return kept;
  };
  await take(ALL, grown);
  assert.deepEqual([log().id, rowsIn()], [begun.id, ['1 added review-1 2026-01-01']]);
  const more = growKeptLog(grown, 1, [change('review-2'), change('review-3')], START + 9000);
  await take([ONE], more);
  assert.deepEqual(log().end, { position: 3, time: START + 9000 });
  assert.equal(rowsIn().length, 3);
  const pruned = { ...more, floor: { position: 2, time: START + 9000 }, rows: more.rows.slice(2) };
  await take([ONE], pruned);
  assert.deepEqual([log().floor, rowsIn()], [pruned.floor, ['3 added review-3 2026-01-01']]);
  await take([ONE], { ...more, id: 'ponmlkjihgfedcba' });
  assert.deepEqual([log().id, rowsIn().length], ['ponmlkjihgfedcba', 3]);
  await write(ALL);
  assert.ok(![own, begun.id, 'ponmlkjihgfedcba'].includes(log().id));
  assert.deepEqual([rowsIn(), log().ids], [[], []]);
});
