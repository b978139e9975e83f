import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { DISK, type FileSystem } from '#dataset/file-system.ts';
import { ContentFolder } from '#dataset/read/content-folder.ts';
import { placeOf, readContent } from '#dataset/read/read-content.ts';
import {
  MAX_MARKDOWN_BYTES,
  MAX_REMOVALS_BYTES,
  MAX_YAML_BYTES,
} from '#dataset/schema/content-limits.ts';
import { describeSystemFault, SYSTEM_FAULTS } from '#dataset/system-fault.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { createFailingDisk, refuseAt } from './failing-disk.ts';

/** Asserts what is read of a folder: the paths of files, and problems, each of a whole file. */
function assertRead(
  folder: string,
  paths: string[],
  problems: string[] = [],
  disk: FileSystem = DISK,
  expected = 'error',
) {
  const read = readContent(folder, disk);
  assert.deepEqual(
    read.files.map(({ path }) => path),
    paths,
  );
  assert.deepEqual(
    read.problems.map(({ file, line, column, severity, message }) => {
      assert.deepEqual([line, column, severity], [1, 1, expected]);
      return `${file} ${message}`;
    }),
    problems,
  );
}

/** A folder of files, among them links with their targets. */
function folderOf(t: TestContext, files: string[], links: Readonly<Record<string, string>> = {}) {
  const folder = createContentFolder(t, Object.fromEntries(files.map((path) => [path, path])));
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(folder, path));
  return folder;
}

test('YAML and Markdown files are read, in order, with their bytes, whatever their names', (t) => {
  const names = ['a.md', 'aspects.yml', 'business.yaml', 'fünke.md', 'quote".md'];
  const inFolder = ['reviews/2025/b.md', "reviews/a'b <c>.md", 'with space.md'];
  const hidden = ['.hidden.md', 'reviews/.#a.md', '.git/config.yaml', 'README.md', 'Thumbs.db'];
  const files = [...names, ...inFolder];
  const folder = folderOf(t, [...files, ...hidden], { 'reviews/.#lock.md': 'nowhere.1234:5' });
  assertRead(folder, files);
  for (const { path, bytes } of readContent(folder).files) {
    assert.equal(Buffer.from(bytes).toString(), path);
  }
});

test('a content folder that is missing, or is a file, is a problem that says what to set', (t) => {
  const folder = folderOf(t, ['a.yaml']);
  const advice = 'name the folder that contains business.yaml';
  const [missing, file] = [join(folder, 'nowhere'), join(folder, 'a.yaml')];
  assertRead(
    missing,
    [],
    [`. the content folder ${missing} does not exist; ${advice} (--content or CONTENT_DIR)`],
  );
  assertRead(file, [], [`. the content folder ${file} is not a folder; ${advice}`]);
});

test('a link out of the folder is not read, nor one into a folder whose name begins alike', (t) => {
  const outside = folderOf(t, ['secret.md', 'content-2/secret.md']);
  const content = join(outside, 'content');
  mkdirSync(content);
  symlinkSync(join(outside, 'secret.md'), join(content, 'a.md'));
  symlinkSync('../content-2', join(content, 'b'));
  symlinkSync('..', join(content, 'up'));
  assertRead(content, [], [`a.md ${LINK}`, `b ${LINK}`, `up ${LINK}`], DISK, 'warning');
});

const LINK = 'is a link out of the content folder; copy the file into the folder instead';
const NO_FILE = 'is not a regular file and is not read; delete it, or put a file in its place';
const NOT_UTF8 = 'has a name that is not UTF-8 and is not read; rename it';

/** Files that are none: each is held back alone, unless one with a fixed name is missing for it. */
const STRAYS: [path: string, make: string, severity: 'error' | 'warning', message: string][] = [
  ['reviews/a.md', 'pipe', 'warning', NO_FILE],
  ['notes.md', 'pipe', 'warning', NO_FILE],
  ['business.yaml', 'pipe', 'error', NO_FILE],
  ['removed.yaml', 'pipe', 'error', NO_FILE],
  ['reviews/a.md', 'link', 'warning', LINK],
  ['reviews/2026', 'link', 'warning', LINK],
  ['faq.yaml', 'link', 'error', LINK],
  ['reviews', 'link', 'error', LINK],
  ['reviews/f\ufffd.md', 'name', 'warning', NOT_UTF8],
];

for (const [path, make, severity, message] of STRAYS) {
  test(`a ${make} at ${path} is ${severity === 'error' ? 'an error' : 'a warning'}, with its remedy`, (t) => {
    const folder = createFolder(t);
    const place = join(folder, path);
    mkdirSync(dirname(place), { recursive: true });
    if (make === 'pipe') execFileSync('mkfifo', [place]);
    else if (make === 'link') symlinkSync(createFolder(t), place);
    else writeFileSync(Buffer.from(place.replace('\ufffd', '\u00fc'), 'latin1'), 'x');
    assertRead(folder, [], [`${path} ${message}`], DISK, severity);
  });
}

const unread = (path: string, code: string) =>
  `${path} cannot be read (${code}); check that it exists and that this user may read it`;

test('a link to nowhere is a problem, a loop of links ends, and a folder is read once', (t) => {
  const folder = folderOf(t, ['reviews/a.md'], {
    'nowhere.md': 'missing.md',
    circle: 'circle',
    same: 'reviews',
    'reviews/up': '..',
    'reviews/self': '.',
  });
  assertRead(folder, ['reviews/a.md'], [unread('circle', 'ELOOP'), unread('nowhere.md', 'ENOENT')]);
});

for (const [path, limit, size, most] of [
  ['a.md', MAX_MARKDOWN_BYTES, '322 KiB', '321 KiB'],
  ['a.yaml', MAX_YAML_BYTES, '1,025 KiB', '1,024 KiB'],
  ['removed.yaml', MAX_REMOVALS_BYTES, '8,193 KiB', '8,192 KiB'],
] as const) {
  test(`${path} may have ${limit} bytes and no more; it is not read beyond`, (t) => {
    assertRead(createContentFolder(t, { [path]: new Uint8Array(limit) }), [path]);
    const problem = `${path} is ${size} large; a file of this kind may have ${most} at most`;
    assertRead(createContentFolder(t, { [path]: new Uint8Array(limit + 1) }), [], [problem]);
  });
}

test('of a file that changes while it is read, nothing is taken that may not be', (t) => {
  const folder = createContentFolder(t, { 'a.yaml': 'a' });
  const outside = createContentFolder(t, { 'secret.yaml': 'secret' });
  const file = join(folder, 'a.yaml');
  // Read three times at most, as it is another one each time.
  const changingTo = (become: () => void) => {
    let reads = 0;
    return new Proxy(DISK, {
      get:
        (target, name) =>
        (...given: readonly unknown[]) => {
          if (name === 'readFileSync' && ++reads < 3)
            writeFileSync(file, `${'b'.repeat(reads + 1)}`);
          if (name === 'readFileSync' && reads === 3) become();
          return Reflect.apply(Reflect.get(target, name), DISK, given);
        },
    });
  };
  const replaceByLink = () => {
    rmSync(file);
    symlinkSync(join(outside, 'secret.yaml'), file);
  };
  assertRead(folder, [], [`a.yaml ${NO_FILE}`], changingTo(replaceByLink), 'warning');
  rmSync(file);
  writeFileSync(file, 'a');
  const grow = () => writeFileSync(file, 'b'.repeat(MAX_YAML_BYTES + 1));
  const { problems, files } = readContent(folder, changingTo(grow));
  assert.deepEqual(files, []);
  assert.match(problems[0]?.message ?? '', /^is 1,025 KiB large/);
});

test('what may not be read is a problem, and the rest is read', (t) => {
  const folder = folderOf(t, ['a.md', 'b.md', 'closed/c.md']);
  const disk = refuseAt('EACCES', { readFileSync: 'b.md', readdirSync: 'closed' });
  assertRead(folder, ['a.md'], [unread('b.md', 'EACCES'), unread('closed', 'EACCES')], disk);
});

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
const EDITS = [
  ['reviews/a.md', 'X'],
  ['reviews/b.md', undefined],
  ['reviews/2026/large.md', 'small'],
  ['reviews/d.md', 'D'],
] as const;

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

/** Reads a folder, and once more where that fails, and compares what it found with the disk. */
function createReading(root: string, nth: number) {
  const { disk, failure, hasFailed } = createFailingDisk(nth, 'EIO');
  const folder = new ContentFolder(root, disk);
  const read = (act: () => boolean, again = act) => {
    const before = [folder.files, folder.problems];
    const hadFailed = hasFailed();
    try {
      act();
      assert.equal(hasFailed(), hadFailed);
    } catch (error) {
      assert.equal(error, failure);
      assert.deepEqual([folder.files, folder.problems], before);
      assert.equal(again(), true);
    }
    const fresh = new ContentFolder(root);
    fresh.scan();
    assert.deepEqual([folder.files, folder.problems], [fresh.files, fresh.problems]);
  };
  return { folder, hasFailed, read };
}

for (const hasLinks of [false, true]) {
  for (const way of ['scan', 'refresh'] as const) {
    const what = hasLinks ? 'a folder with links' : 'a folder';
    test(`a fault at any call of reading ${what} is thrown, and a ${way} after it is right`, (t) => {
      let nth = 0;
      let isWhole = false;
      while (!isWhole) {
        const root = createRoot(t, hasLinks);
        const { folder, hasFailed, read } = createReading(root, ++nth);
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

test('a fault of the system is thrown, and described with what to do', (t) => {
  for (const code of ['EIO', 'EMFILE', 'ENFILE', 'ENOMEM']) {
    const { disk, failure } = createFailingDisk(1, code);
    assert.throws(() => placeOf(createRoot(t, false), disk), failure);
    assert.equal(describeSystemFault(failure), `(${code}): ${SYSTEM_FAULTS[code]}`);
  }
  for (const other of [new Error('EIO'), 'EIO', undefined, { code: 'EIO' }]) {
    assert.equal(describeSystemFault(other), undefined);
  }
});

test('what is missing for a moment is looked for again', (t) => {
  const root = createRoot(t, true);
  const whole = readContent(root);
  // The first call finds the folder itself, which is there or not.
  for (let nth = 2; nth < MANY_CALLS; nth++) {
    assert.deepEqual(readContent(root, createFailingDisk(nth, 'ENOENT').disk), whole);
  }
});
