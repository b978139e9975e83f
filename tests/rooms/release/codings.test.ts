import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isCanceled } from '../../../sidecar/pool/canceled.ts';
import { Pool } from '../../../sidecar/pool/pool.ts';
import type { Task } from '../../../sidecar/pool/tasks.ts';
import { ReleaseCodings } from '../../../sidecar/release/codings.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { prepareDataFile } from '../../../sidecar/release/prepare-data.ts';
import type { Release } from '../../../sidecar/release/release.ts';
import { atEnd } from '../../support/lifetime.ts';
import { createSupervised } from '../../support/manual-clock.ts';
import { type MadeRelease, makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';

const WHAT = 'the compressed variants';
const EDIT = sampleReview('review-0', '2026-11-10', {}, 'Brand new words.');

/** A release whose files are published without compressed variants, and the files with them. */
async function makeBare(made: Promise<MadeRelease>) {
  const { release, encoded } = await made;
  const whole = new Map(release.files);
  for (const { entry, bodies } of encoded) {
    const { identity } = entry.variants;
    const bare = {
      entry: { ...entry, variants: { identity } },
      bodies: { identity: bodies.identity },
    };
    release.replaceFile(entry.path, prepareDataFile(bare, release.corpus, release));
  }
  const isWhole = () =>
    [...release.files].every(([path, { coded }]) => coded.size === whole.get(path)?.coded.size);
  return { release, whole, isWhole };
}

const codedIn = (files: Release['files']) =>
  [...files.values()].filter(({ coded }) => coded.size > 0).length;
const isBare = ({ files }: Release) => codedIn(files) === 0;

function follow(t: TestContext, before: (task: Task) => Promise<void> = async () => {}) {
  const current = new CurrentRelease();
  const supervised = createSupervised();
  const { supervisor } = supervised;
  const real = new Pool({ supervisor });
  atEnd(t, () => real.close());
  const asked: Task[] = [];
  const pool: Pick<Pool, 'run'> = {
    run: async (task) => {
      asked.push(task);
      await before(task);
      return real.run(task);
    },
  };
  new ReleaseCodings({ current, pool, supervisor });
  return { current, asked, ...supervised };
}

test('a file whose bytes stay the same has its variants at once, and they are not made again', async (t) => {
  const { current, asked } = follow(t);
  await current.swap((await makeRelease()).release);
  const { release, whole, isWhole } = await makeBare(makeRelease({ ...SAMPLE_CONTENT, ...EDIT }));
  await current.swap(release);
  const have = [...release.files].filter(([, { coded }]) => coded.size > 0);
  assert.ok(have.length > 0 && have.length < codedIn(whole));
  for (const [path, file] of have) assert.deepEqual(file, whole.get(path));
  await waitUntil('all have theirs', isWhole);
  assert.deepEqual(release.files, whole);
  assert.equal(asked.length, codedIn(whole) - have.length);
});

test('another release ends the work for the one before, and nobody gets that', async (t) => {
  const isAsked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const { current, asked, supervisor } = follow(t, () => {
    isAsked.resolve();
    return goOn.promise;
  });
  const older = await makeBare(makeRelease());
  const newer = await makeBare(makeRelease({ ...SAMPLE_CONTENT, ...EDIT }));
  await current.swap(older.release);
  await isAsked.promise;
  await current.swap(newer.release);
  const [first] = asked;
  assert.ok(first?.type === 'compress' && isCanceled(first.canceled));
  goOn.resolve();
  await waitUntil('the newer has them', newer.isWhole);
  assert.deepEqual(newer.release.files, newer.whole);
  assert.ok(isBare(older.release));
  assert.deepEqual(supervisor.faults, []);
});

test('variants that cannot be made are a fault until they are made', async (t) => {
  let fails = true;
  const { current, supervisor, clock, lines } = follow(t, async () => {
    if (fails) throw new Error('out of memory');
  });
  const { release, whole } = await makeBare(makeRelease());
  await current.swap(release);
  await waitUntil('a fault', () => supervisor.faults.length > 0);
  assert.match(supervisor.faults[0]?.message ?? '', new RegExp(`^${WHAT}: they cannot be made`));
  assert.match(String(lines[0]?.cause), /out of memory/);
  assert.ok(isBare(release));
  fails = false;
  await clock.advance(1_000);
  await waitUntil('it is over', () => supervisor.faults.length === 0);
  assert.deepEqual(release.files, whole);
});
