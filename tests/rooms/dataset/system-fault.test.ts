import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ContentFolder } from '#dataset/read/content-folder.ts';
import { placeOf, readContent } from '#dataset/read/read-content.ts';
import { MAX_MARKDOWN_BYTES } from '#dataset/schema/content-limits.ts';
import { describeSystemFault, SYSTEM_FAULTS } from '#dataset/system-fault.ts';
import { createContentFolder } from '../../support/content-folder.ts';
import { createFailingDisk } from '../../support/failing-disk.ts';

const CODES = ['EIO', 'EMFILE', 'ENFILE', 'ENOMEM'];
/** Reading the files below asks more of the disk than this. */
const MANY_CALLS = 25;

const FILES = {
  'business.yaml': 'B',
  'reviews/a.md': 'A',
  'reviews/b.md': 'B',
  'reviews/2026/c.md': 'C',
  'reviews/2026/large.md': 'x'.repeat(MAX_MARKDOWN_BYTES + 1),
};

/** An edit of each kind; the first looks to the system as if nothing had happened. */
const EDITS: readonly (readonly [string, string | undefined])[] = [
  ['reviews/a.md', 'X'],
  ['reviews/b.md', undefined],
  ['reviews/2026/large.md', 'small'],
  ['reviews/d.md', 'D'],
];

function createRoot(t: TestContext, hasLinks: boolean): string {
  const root = createContentFolder(t, FILES);
  if (hasLinks) {
    symlinkSync('b.md', join(root, 'reviews/link.md'));
    symlinkSync('nowhere.md', join(root, 'reviews/nowhere.md'));
    symlinkSync('/', join(root, 'reviews/out'));
  }
  return root;
}

function edit(root: string): string[] {
  for (const [path, text] of EDITS) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    if (text === undefined) rmSync(join(root, path));
    else writeFileSync(join(root, path), text);
  }
  return EDITS.map(([path]) => path);
}

/** What a folder holds as whoever never saw it before reads it. */
function readAfresh(root: string) {
  const folder = new ContentFolder(root);
  folder.scan();
  return [folder.files, folder.problems];
}

function errorOf(act: () => unknown): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Reads a folder, and once more where that fails, and holds what it knows against the disk. */
function createReading(root: string, nth: number, code: string) {
  const { disk, failure, hasFailed } = createFailingDisk(nth, code);
  const folder = new ContentFolder(root, disk);
  const read = (act: () => boolean, again = act) => {
    const before = [folder.files, folder.problems];
    const hadFailed = hasFailed();
    const error = errorOf(act);
    assert.equal(error, hasFailed() && !hadFailed ? failure : undefined);
    if (error !== undefined) {
      assert.deepEqual([folder.files, folder.problems], before);
      assert.equal(again(), true);
    }
    assert.deepEqual([folder.files, folder.problems], readAfresh(root));
  };
  return { folder, hasFailed, read };
}

for (const code of CODES) {
  for (const hasLinks of [false, true]) {
    for (const way of ['scan', 'refresh'] as const) {
      const what = hasLinks ? 'a folder with links' : 'a folder';
      test(`${code} at any call is thrown out of reading ${what}, and a ${way} after it is right`, (t) => {
        let nth = 0;
        let isWhole = false;
        while (!isWhole) {
          const root = createRoot(t, hasLinks);
          const { folder, hasFailed, read } = createReading(root, ++nth, code);
          read(() => folder.scan());
          const paths = edit(root);
          read(
            () => folder.refresh(paths),
            () => (way === 'scan' ? folder.scan() : folder.refresh(paths)),
          );
          isWhole = !hasFailed();
        }
        assert.ok(nth > MANY_CALLS);
      });
    }
  }

  test(`${code} is thrown out of finding a folder, which is no missing one`, (t) => {
    const { disk, failure } = createFailingDisk(1, code);
    assert.throws(() => placeOf(createRoot(t, false), disk), failure);
  });
}

test('what is missing for a moment is looked for again', (t) => {
  const root = createRoot(t, true);
  const whole = readContent(root);
  // The first call finds the folder itself, which is there or not.
  for (let nth = 2; nth < MANY_CALLS; nth++) {
    assert.deepEqual(readContent(root, createFailingDisk(nth, 'ENOENT').disk), whole);
  }
});

test('what the system says where it fails becomes a sentence with what to do', () => {
  for (const code of CODES) {
    assert.equal(
      describeSystemFault(Object.assign(new Error('x'), { code })),
      `(${code}): ${SYSTEM_FAULTS[code]}`,
    );
  }
  assert.match(
    SYSTEM_FAULTS.EMFILE ?? '',
    /too many files are open; raise the limit \(ulimit -n\)/,
  );
  for (const other of [new Error('EIO'), 'EIO', undefined, { code: 'EIO' }]) {
    assert.equal(describeSystemFault(other), undefined);
  }
});
