import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { Review } from '#dataset/review.ts';
import { type Row, readRow, rowOf } from '../../rooms/formats/csv-row.ts';
import { rebuildReview } from '../../rooms/formats/rebuild-review.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { AWKWARD, DEMONSTRATION, writeFormats } from './written-formats.ts';

/** What the readers are, which pip installs where it can reach its registry; once is enough. */
const PACKAGES = ['pandas==3.0.6', 'polars==1.44.2', 'pyarrow==25.0.1'];
const INSTALLED = join(REPOSITORY, 'node_modules/.cache/peers/python');
const PYTHON = join(INSTALLED, 'bin/python');
const PROGRAM = join(import.meta.dirname, 'read-formats.py');
const RESULT_BYTES = 1 << 28;

const Rows = z.array(z.record(z.string(), z.unknown()));
const Found = z.record(z.string(), Rows);
type Found = z.infer<typeof Found>;

/** Undefined where there is no Python with these packages, and none can be made. */
function readInPython(folder: string): Found | undefined {
  if (!isInstalled) return undefined;
  const { status, stdout, stderr } = spawnSync(PYTHON, ['-W', 'error', PROGRAM, folder], {
    encoding: 'utf8',
    maxBuffer: RESULT_BYTES,
  });
  assert.equal(status, 0, stderr);
  return Found.parse(JSON.parse(stdout));
}

function install(): boolean {
  const record = join(INSTALLED, PACKAGES.join());
  if (existsSync(record)) return true;
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { stdio: ['ignore', 2, 2] }).status === 0;
  console.info(`installing ${PACKAGES.join(', ')} into ${INSTALLED}, once`);
  const isDone =
    run('python3', '-m', 'venv', '--clear', INSTALLED) &&
    run(
      PYTHON,
      '-m',
      'pip',
      'install',
      '--quiet',
      '--retries=1',
      '--only-binary=:all:',
      ...PACKAGES,
    );
  if (isDone) writeFileSync(record, '');
  return isDone;
}

const isInstalled = install();

/** A record as readers of JSON give it, who know every member of every record. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

const textOf = (value: unknown) => String(value ?? '');

for (const [name, dataset] of Object.entries({ awkward: AWKWARD, typical: DEMONSTRATION })) {
  test(`Python reads every record of ${name} reviews`, (t) => {
    const found = readInPython(writeFormats(t, dataset));
    if (found === undefined) {
      t.skip('NOT TESTED: python3 with venv is missing, or pip cannot reach its registry');
      return;
    }
    const { reviews } = dataset;
    for (const reader of ['pyarrow parquet', 'polars parquet']) {
      assert.deepEqual(found[reader]?.map(rebuildReview), reviews, reader);
    }
    for (const reader of ['pyarrow ndjson', 'polars ndjson', 'pyarrow json', 'polars json']) {
      const records: Review[] | undefined = found[reader]?.map((record) =>
        Review.parse(withoutNulls(record)),
      );
      assert.deepEqual(records, reviews, reader);
    }
    const shared = (row: object) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !column.startsWith('aspect_')));
    for (const reader of ['csv', 'polars csv', 'pandas csv']) {
      const rows: Row[] | undefined = found[reader]?.map((row) =>
        readRow(
          Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, textOf(cell)])),
        ),
      );
      assert.deepEqual(rows?.map(shared), reviews.map(rowOf).map(shared), reader);
    }
    assert.deepEqual(
      found.sqlite3?.map(({ id, reviewBody }) => ({ id, reviewBody })),
      reviews.map(({ id, reviewBody }) => ({ id, reviewBody })),
    );
  });
}
