import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { CHANGE_KINDS } from '#search/changes/change-log.ts';
import type { Change } from '#search/changes/find-changes.ts';
import { continueLog, type KeptLog } from '#search/changes/kept-log.ts';
import { ReleaseStore } from '../../../sidecar/store/store.ts';
import { STORE_FILE } from '../../../sidecar/store/store-schema.ts';
import { runs } from '../../support/at-length.ts';
import { createFolder } from '../../support/content-folder.ts';
import { storedReview } from '../../support/reviews.ts';
import { createEditions } from '../release/stored-release.ts';
import { createScriptedStoreDisk } from './failing-store-disk.ts';

const START = Date.parse('2026-11-20T08:00:00Z');
const release = await createEditions().next([storedReview()]);
const { ordinal } = release.manifest;
const BEGUN = continueLog(undefined, ordinal, [], START);

const changeOf = (id: string): Change => ({ id, kind: 'added', newest: '2026-01-01' });
const grow = (log: KeptLog, ids: readonly string[], now = START) =>
  continueLog(log, ordinal, ids.map(changeOf), now);

/** A store of which any call may fail, what it inserts of logs, and what is read of it. */
function createPlace(
  t: TestContext,
  codeOf: (call: string) => string | undefined = () => undefined,
) {
  const folder = createFolder(t);
  let inserted = 0;
  const disk = createScriptedStoreDisk((call) => {
    if (call.startsWith('INSERT INTO changes')) inserted++;
    return codeOf(call);
  });
  const store = ReleaseStore.open(folder, { disk });
  t.after(() => store.close());
  return {
    folder,
    file: join(folder, STORE_FILE),
    store,
    read: () => ReleaseStore.readLog(folder),
    /** Stores the release with a log, which is read as it was. Returns how many rows are written. */
    write: (log: KeptLog): number => {
      inserted = 0;
      store.write({ ...release, log });
      assert.deepEqual(ReleaseStore.readLog(folder), log);
      assert.deepEqual(store.readLog(log.ordinal), log);
      assert.equal(store.readLog(log.ordinal + 1), undefined);
      return inserted;
    },
  };
}

const change = fc.record({
  id: fc.constantFrom('review-1', 'review-2', 'review-3'),
  kind: fc.constantFrom(...CHANGE_KINDS),
  newest: fc.constantFrom('2025-01-01', '2026-01-01'),
});
const steps = fc.array(
  fc.record({ changes: fc.array(change, { maxLength: 4 }), pruned: fc.nat(3) }),
  { maxLength: 6 },
);

test('a log is read as it was written, and of one that goes on, new rows alone are written', (t) => {
  fc.assert(
    fc.property(steps, (all) => {
      const { write, store } = createPlace(t);
      let log = BEGUN;
      assert.equal(write(log), 0);
      for (const [index, { changes, pruned }] of all.entries()) {
        const end = (log.rows.at(-1) ?? log.floor).position;
        const grown = continueLog(log, ordinal, changes, START + index);
        const { position, time } = grown.rows[pruned - 1] ?? grown.floor;
        const rows = grown.rows.filter((row) => row.position > position);
        log = { ...grown, floor: { position, time }, rows };
        assert.equal(write(log), rows.filter((row) => row.position > end).length);
      }
      store.close();
    }),
    { numRuns: runs(100) },
  );
});

test('another log replaces the one that is stored, with all its rows', (t) => {
  const { write } = createPlace(t);
  const log = grow(grow(BEGUN, ['review-1', 'review-2']), ['review-3']);
  assert.equal(write(log), 3);
  assert.equal(write(log), 0);
  assert.equal(write({ ...log, id: 'ponmlkjihgfedcba' }), 3);
  write(log);
  // As where a backup was restored: it ends earlier, or went on in another way.
  assert.equal(write(grow(BEGUN, ['review-1', 'review-2'])), 2);
  write(log);
  const other = grow(grow(BEGUN, ['review-1', 'review-2']), ['review-3'], START + 60_000);
  assert.equal(write(grow(other, ['review-4'])), 4);
  assert.equal(write(BEGUN), 0);
});

test('what fails leaves no row behind: the rows are of the transaction of the release', (t) => {
  let isFull = false;
  const { store, write, read } = createPlace(t, (call) =>
    isFull && call === 'COMMIT' ? 'ENOSPC' : undefined,
  );
  write(BEGUN);
  const log = grow(BEGUN, ['review-1']);
  isFull = true;
  assert.throws(() => store.write({ ...release, log }));
  isFull = false;
  assert.deepEqual(read(), BEGUN);
  assert.equal(write(log), 1);
});

test('the log outlives an erasure, also where the file has to be emptied, and damage of the file', (t) => {
  let isFull = false;
  const { store, write, read, file } = createPlace(t, (call) =>
    isFull && call.startsWith('VACUUM') ? 'ENOSPC' : undefined,
  );
  const log = grow(BEGUN, ['review-1']);
  write(log);
  store.erase();
  assert.deepEqual(read(), log);
  isFull = true;
  store.erase();
  assert.deepEqual(read(), log);
  writeFileSync(file, Buffer.alloc(100_000, 'x'));
  assert.equal(read(), undefined);
  assert.equal(write(grow(log, ['review-2'])), 2);
});

test('a store of an earlier program has no log, is read as it is, and gets one with the next release', (t) => {
  const { file, folder, write, store, read } = createPlace(t);
  write(grow(BEGUN, ['review-1']));
  store.close();
  const database = new DatabaseSync(file);
  database.exec('DROP TABLE changes; DROP TABLE log');
  database.close();
  assert.equal(read(), undefined);
  assert.equal(store.readLog(ordinal), undefined);
  assert.ok(ReleaseStore.read(folder));
  assert.equal(write(grow(BEGUN, ['review-1'])), 1);
});
