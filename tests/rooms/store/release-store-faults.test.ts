import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ReleaseStore, type StorableRelease } from '../../../sidecar/store/release-store.ts';
import type { StoreDisk } from '../../../sidecar/store/store-disk.ts';
import { StoreFault } from '../../../sidecar/store/store-disk.ts';
import { createFolder } from '../../support/content-folder.ts';
import { createFailingStoreDisk, RESULT_CODES } from '../../support/failing-disk.ts';
import { storedReview } from '../../support/reviews.ts';
import { assertStored, createEditions } from '../../support/stored-release.ts';

const TEXT = 'They kept me informed of every step. '.repeat(20);

/** One release after another, and the last one with all compressed variants. */
async function createSteps() {
  const editions = createEditions();
  const [one, two, three] = ['1', '2', '3'].map((number) =>
    storedReview({ id: `review-${number}`, reviewBody: number + TEXT }),
  );
  assert.ok(one && two && three);
  const first = fewFiles(await editions.next([one, two]));
  const edited = fewFiles(await editions.next([{ ...one, reviewBody: 'Edited.' }, two, three]));
  const removed = fewFiles(await editions.next([two, three]));
  const isReviews = (path: string) => path === '/reviews.json';
  const plain = withoutCodings(removed, isReviews);
  const { release: coded, files } = await editions.withCodings(plain, isReviews);
  return { first, edited, plain, coded, files };
}

/** As many calls as it takes, and no more. */
const PATHS: ReadonlySet<string> = new Set(['/reviews.json', '/feed.xml']);

function fewFiles(release: StorableRelease): StorableRelease {
  const files = release.files.filter(({ entry }) => PATHS.has(entry.path));
  const entries = files.map(({ entry }) => entry);
  return { ...release, files, manifest: { ...release.manifest, entries } };
}

/** Compressed variants of large files follow. */
function withoutCodings(
  release: StorableRelease,
  lacks: (path: string) => boolean,
): StorableRelease {
  const files = release.files.map((file) => {
    if (!lacks(file.entry.path)) return file;
    const { identity } = file.entry.variants;
    return {
      entry: { ...file.entry, variants: { identity } },
      bodies: { identity: file.bodies.identity },
    };
  });
  const entries = files.map(({ entry }) => entry);
  return { ...release, files, manifest: { ...release.manifest, entries } };
}

type Steps = Awaited<ReturnType<typeof createSteps>>;

/** What the store holds, byte for byte one of the releases; undefined for none. */
function heldOf(folder: string, releases: readonly StorableRelease[]) {
  const read = ReleaseStore.read(folder, assert.fail);
  if (!read) return undefined;
  const held = releases.find(({ manifest: { ordinal, entries } }) => {
    if (ordinal !== read.manifest.ordinal) return false;
    return JSON.stringify(entries) === JSON.stringify(read.manifest.entries);
  });
  assert.ok(held);
  assertStored(read, held);
  return held;
}

/** Goes through all of it with one failure, after which the step that failed is tried again. */
function playThrough(t: TestContext, steps: Steps, disk: StoreDisk): void {
  const folder = createFolder(t);
  const { first, edited, plain, coded, files } = steps;
  const all = [first, edited, plain, coded];
  let store: ReleaseStore | undefined;
  const open = (): ReleaseStore => {
    store ??= ReleaseStore.open(folder, { after: 1, tell: assert.fail, disk });
    return store;
  };
  /** What is held next; where it fails that, or what was held before. */
  const step = (act: () => void, before?: StorableRelease, after = before) => {
    try {
      act();
      return;
    } catch (error) {
      assert.ok(error instanceof StoreFault, String(error));
    }
    const held = heldOf(folder, all);
    assert.ok(held === before || held === after);
    act();
    assert.equal(heldOf(folder, all), after);
  };
  step(() => open());
  step(() => open().write(first), undefined, first);
  step(() => open().write(edited), first, edited);
  step(() => assert.equal(open().residue, 'changed'), edited);
  step(() => open().write(plain), edited, plain);
  step(() => open().addVariants(coded.manifest, files), plain, coded);
  step(() => assert.equal(open().residue, 'removed'), coded);
  step(() => open().erase(coded), coded);
  step(() => assert.equal(open().residue, undefined), coded);
  step(() => assertStored(ReleaseStore.read(folder, assert.fail, disk), coded), coded);
  step(() => open().write(first), coded, first);
  step(() => open().erase(first), first);
  step(() => assert.equal(open().ordinal, coded.manifest.ordinal), first);
  step(() => open().erase(), first);
  try {
    open().empty();
  } catch (error) {
    assert.ok(error instanceof StoreFault, String(error));
    open().empty();
  }
  assert.equal(heldOf(folder, all), undefined);
  step(() => open().write(first), undefined, first);
  open().close();
  assert.equal(heldOf(folder, all), first);
}

/** Each code is tried at every so many calls, and each at others; the long run tries all. */
const STRIDE = Number(process.env.STORE_FAULTS_STRIDE ?? 6);

for (const [index, [name, code]] of Object.entries(RESULT_CODES).entries()) {
  for (const when of name === 'IOERR' ? (['before', 'after'] as const) : (['before'] as const)) {
    test(`whatever SQLite fails at with ${name}, ${when} doing it, a release is whole and the next try succeeds`, async (t) => {
      const steps = await createSteps();
      let nth = 1 + (index % STRIDE);
      for (let isWhole = false; !isWhole; nth += STRIDE) {
        const { disk, failAt, hasFailed } = createFailingStoreDisk(code, when);
        failAt(nth);
        playThrough(t, steps, disk);
        isWhole = !hasFailed();
      }
      assert.ok(nth > 50);
    });
  }
}
