import assert from 'node:assert/strict';
import {
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { ContentFolder } from '#dataset/read/content-folder.ts';
import { readContent } from '#dataset/read/read-content.ts';
import { MAX_MARKDOWN_BYTES } from '#dataset/schema/content-limits.ts';
import { runs } from '../../support/at-length.ts';
import type { Files } from '../../support/content-files.ts';
import { createContentFolder } from '../../support/content-folder.ts';
import { atEnd } from '../../support/lifetime.ts';

const FILES = { 'business.yaml': 'B', 'reviews/a.md': 'A', 'reviews/2026/10/b.md': 'BB' };

/** A folder that was scanned, with what its tests do to it and ask of it. */
function createScanned(test: TestContext, files: Files = FILES) {
  const root = createContentFolder(test, files);
  const folder = new ContentFolder(root);
  assert.equal(folder.scan(), Object.keys(files).length > 0);
  const at = (path: string) => join(root, path);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  const remove = (path: string) => rmSync(at(path), { recursive: true });
  const link = (path: string, target: string) => symlinkSync(target, at(path));
  const texts = () =>
    Object.fromEntries(
      folder.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]),
    );
  const problems = () => folder.problems.map(({ file, message }) => `${file} ${message}`);
  /** Asserts that a refresh finds a change, and what the folder holds then. */
  const assertRefreshed = (paths: readonly string[], expected: Files) => {
    assert.equal(folder.refresh(paths), true);
    assert.deepEqual(texts(), expected);
  };
  return { root, at, folder, write, remove, link, texts, problems, assertRefreshed };
}

test('a scan reads a file of the same size and time that is another one', (t) => {
  const { at, folder, write, texts } = createScanned(t);
  const { atime, mtime } = statSync(at('reviews/a.md'));
  write('other.tmp', 'X');
  renameSync(at('other.tmp'), at('reviews/a.md'));
  utimesSync(at('reviews/a.md'), atime, mtime);
  assert.equal(folder.scan(), true);
  assert.equal(texts()['reviews/a.md'], 'X');
});

test('a refresh reads its paths whatever they look like, and no others', (t) => {
  const { at, write, assertRefreshed } = createScanned(t);
  const { atime, mtime } = statSync(at('reviews/a.md'));
  write('reviews/a.md', 'X');
  write('business.yaml', 'X');
  utimesSync(at('reviews/a.md'), atime, mtime);
  assertRefreshed(['reviews/a.md'], { ...FILES, 'reviews/a.md': 'X' });
});

test('a refresh of what is hidden, missing or outside changes nothing', (t) => {
  const { at, folder, write } = createScanned(t);
  const { files } = folder;
  const written = [
    'Thumbs.db',
    'admin/config.yml',
    'README.md',
    '.hidden.md',
    '.git/a.md',
    'reviews/.a.md.swp',
    '../outside.md',
  ];
  atEnd(t, () => rmSync(at('../outside.md'), { force: true }));
  for (const path of written) write(path, 'x');
  for (const path of [...written, 'nowhere.md', '..', '/etc/passwd.md']) {
    assert.equal(folder.refresh([path]), false, path);
    assert.equal(folder.files, files);
  }
});

const anyPath = fc.constantFrom(
  ...['business.yaml', 'reviews', 'reviews/a.md', 'reviews/2026', 'reviews/2026/10/b.md', 'x.md'],
  ...['x.md/c.md', 'reviews/2027/01/c.md', 'notes.txt', 'images/a.png', 'reviews/photo.jpg'],
);
const acts = fc.array(
  fc.record({
    act: fc.constantFrom('write', 'write', 'remove', 'rename', 'link'),
    path: anyPath,
    other: anyPath,
    // Another text has another size: within a tick of its clock the system shows no other change.
    text: fc.constantFrom('new', 'newer', 'x'.repeat(MAX_MARKDOWN_BYTES + 1)),
  }),
  { maxLength: 4 },
);

test('after any acts a scan, and a refresh of their paths, find what a new reading finds', (t) => {
  const { at, root, write, remove, link } = createScanned(t);
  const start = () => {
    for (const name of readdirSync(root)) remove(name);
    for (const [path, text] of Object.entries(FILES)) write(path, text);
    return new ContentFolder(root);
  };
  fc.assert(
    fc.property(fc.array(acts, { minLength: 1, maxLength: 3 }), fc.boolean(), (steps, isScan) => {
      const folder = start();
      folder.scan();
      for (const step of steps) {
        const before = readContent(root);
        const known = new Map(folder.files.map((file) => [file.path, file]));
        for (const { act, path, other, text } of step) {
          try {
            if (act === 'write') write(path, text);
            else if (act === 'remove') remove(path);
            else if (act === 'rename') renameSync(at(path), at(other));
            else link(path, basename(other));
          } catch {
            // A file stands where its folder should be, or nothing is there.
          }
        }
        const paths = step.flatMap(({ path, other }) => [path, other]);
        const isChanged = isScan ? folder.scan() : folder.refresh(paths);
        const after = readContent(root);
        assert.deepEqual([folder.files, folder.problems], [after.files, after.problems]);
        assert.equal(isChanged, !isDeepStrictEqual(before, after));
        for (const file of folder.files) {
          const earlier = known.get(file.path);
          assert.equal(file === earlier, isDeepStrictEqual(file, earlier));
        }
      }
    }),
    { numRuns: runs(150) },
  );
});

test('a folder mounted as links to a hidden one is found when the hidden link moves', (t) => {
  const { folder, write, remove, link, texts, assertRefreshed } = createScanned(t, {});
  write('..2026_1/business.yaml', 'one');
  write('..2026_2/business.yaml', 'two');
  link('..data', '..2026_1');
  link('business.yaml', '..data/business.yaml');
  folder.scan();
  assert.deepEqual(texts(), { 'business.yaml': 'one' });
  remove('..data');
  link('..data', '..2026_2');
  assertRefreshed(['..data'], { 'business.yaml': 'two' });
});

test('a link out of the folder in the place of a folder is never followed', (t) => {
  const { remove, link, problems, assertRefreshed } = createScanned(t);
  remove('reviews');
  link('reviews', createContentFolder(t, { 'a.md': 'secret' }));
  assertRefreshed(['reviews/a.md'], { 'business.yaml': 'B' });
  assert.deepEqual(problems(), [
    'reviews is a link out of the content folder; copy the file into the folder instead',
  ]);
});

test('a content folder that vanishes is a problem, until it is back', (t) => {
  const { root, problems, assertRefreshed } = createScanned(t);
  renameSync(root, `${root}-away`);
  assertRefreshed(['reviews/a.md'], {});
  assert.match(problems().join(), /^\. the content folder .* does not exist;/);
  renameSync(`${root}-away`, root);
  assertRefreshed(['reviews/a.md'], FILES);
  assert.deepEqual(problems(), []);
});

test('a name that is not UTF-8 is a problem, however often it is looked at', (t) => {
  const { root, folder, problems } = createScanned(t);
  const name = Buffer.concat([Buffer.from(`${root}/f`), Buffer.from([0xfc]), Buffer.from('.md')]);
  writeFileSync(name, 'x');
  for (const isChanged of [true, false]) {
    assert.equal(folder.refresh(['f\ufffd.md']), isChanged);
    assert.match(problems().join(), /^f\ufffd\.md has a name that is not UTF-8/);
  }
});
