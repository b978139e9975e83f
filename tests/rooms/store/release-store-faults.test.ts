import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { EncodedFile } from '#release/release.ts';
import { ReleaseStore, type StorableRelease } from '../../../sidecar/store/store.ts';
import { type StoreDisk, StoreFault } from '../../../sidecar/store/store-disk.ts';
import { atLength } from '../../support/at-length.ts';
import { createFolder } from '../../support/content-folder.ts';
import { storedReview } from '../../support/reviews.ts';
import { assertStored, createEditions } from '../release/stored-release.ts';
import { createFailingStoreDisk, RESULT_CODES } from './failing-store-disk.ts';

const TEXT = 'They kept me informed of every step. '.repeat(20);

/** Only these files, so that all calls can be tried. */
const PATHS: ReadonlySet<string> = new Set(['/reviews.json', '/feed.xml']);

function withFiles(release: StorableRelease, files: StorableRelease['files']): StorableRelease {
  const entries = files.map(({ entry }) => entry);
  return { ...release, files, manifest: { ...release.manifest, entries } };
}

/** One release after another; the compressed variants of the last one follow. */
async function createSteps() {
  const editions = createEditions();
  const next = async (...texts: readonly string[]) => {
    const reviews = texts.map((text) =>
      storedReview({ id: `review-${text.at(0)}`, reviewBody: text }),
    );
    const release = await editions.next(reviews);
    const files = release.files.filter(({ entry }) => PATHS.has(entry.path));
    return withFiles(release, files);
  };
  const [one, two, three] = [`1${TEXT}`, `2${TEXT}`, `3${TEXT}`];
  const first = await next(one, two);
  const edited = await next('1 was edited.', two, three);
  const removed = await next(two, three);
  const isReviews = (path: string) => path === '/reviews.json';
  const identityOf = ({ entry, bodies }: EncodedFile): EncodedFile => ({
    entry: { ...entry, variants: { identity: entry.variants.identity } },
    bodies: { identity: bodies.identity },
  });
  const plain = withFiles(
    removed,
    removed.files.map((file) => (isReviews(file.entry.path) ? identityOf(file) : file)),
  );
  const { release: coded, files } = await editions.withCodings(plain, isReviews);
  return { first, edited, plain, coded, files };
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

/** Takes all steps with one failure, after which the step that failed is tried again. */
function playThrough(t: TestContext, steps: Steps, disk: StoreDisk): void {
  const folder = createFolder(t);
  const { first, edited, plain, coded, files } = steps;
  const all = [first, edited, plain, coded];
  let store: ReleaseStore | undefined;
  const open = (): ReleaseStore => {
    store ??= ReleaseStore.open(folder, { after: 1, tell: assert.fail, disk });
    return store;
  };
  /** `after` is held then; where it fails, `before` or `after`. */
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

/** Each code fails at every n-th call, each at other calls. */
const STRIDE = atLength(1, 24);

for (const [index, [name, code]] of Object.entries(RESULT_CODES).entries()) {
  for (const when of ['before', 'after'] as const) {
    if (when === 'after' && name !== 'IOERR') continue;
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
