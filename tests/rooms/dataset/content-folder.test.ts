import assert from 'node:assert/strict';
import {
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { ContentFolder } from '#dataset/read/content-folder.ts';
import { readContent } from '#dataset/read/read-content.ts';
import { MAX_MARKDOWN_BYTES } from '#dataset/schema/content-limits.ts';
import { atEnd } from '../../support/at-end.ts';
import { createContentFolder } from '../../support/content-folder.ts';

const FILES = { 'business.yaml': 'B', 'reviews/a.md': 'A', 'reviews/2026/10/b.md': 'BB' };

/** A folder that was scanned, with what its tests do to it and ask of it. */
function createScanned(test: TestContext, files: Readonly<Record<string, string>> = FILES) {
  const root = createContentFolder(test, files);
  const folder = new ContentFolder(root);
  assert.equal(folder.scan(), Object.keys(files).length > 0);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const texts = () =>
    Object.fromEntries(
      folder.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]),
    );
  const problems = () => folder.problems.map(({ file, message }) => `${file} ${message}`);
  return { root, folder, write, texts, problems };
}

test('the files stand in the order of their paths', (t) => {
  const { texts } = createScanned(t, { 'a/b.md': '3', 'a.md': '2', 'B.md': '1', 'b.md': '4' });
  assert.deepEqual(Object.keys(texts()), ['B.md', 'a.md', 'a/b.md', 'b.md']);
});

test('a scan without a change keeps every object', (t) => {
  const { root, folder } = createScanned(t);
  const { files, problems } = folder;
  writeFileSync(join(root, 'notes.txt'), 'x');
  assert.equal(folder.scan(), false);
  assert.equal(folder.files, files);
  assert.equal(folder.problems, problems);
});

for (const way of ['scan', 'refresh'] as const) {
  test(`a ${way} finds changed, new and vanished files, and keeps the others`, (t) => {
    const { root, folder, write, texts } = createScanned(t);
    const [business, b, a] = folder.files;
    write('reviews/a.md', 'AA');
    write('reviews/c.md', 'C');
    rmSync(join(root, 'business.yaml'));
    const paths = ['reviews/c.md', 'reviews/a.md', 'business.yaml'];
    assert.equal(way === 'scan' ? folder.scan() : folder.refresh(paths), true);
    const expected = { 'reviews/2026/10/b.md': 'BB', 'reviews/a.md': 'AA', 'reviews/c.md': 'C' };
    assert.deepEqual(texts(), expected);
    assert.equal(folder.files[0], b);
    assert.ok(a && business && !folder.files.includes(a) && !folder.files.includes(business));
  });

  test(`a ${way} keeps a file that was written again with the same bytes`, (t) => {
    const { folder, root, write } = createScanned(t);
    const { files } = folder;
    write('reviews/a.md', 'A');
    utimesSync(join(root, 'reviews/a.md'), 1, 1);
    assert.equal(way === 'scan' ? folder.scan() : folder.refresh(['reviews/a.md']), false);
    assert.equal(folder.files, files);
  });
}

test('a scan reads a file of the same size and time that is another one', (t) => {
  const { root, folder, write, texts } = createScanned(t);
  const { atime, mtime } = statSync(join(root, 'reviews/a.md'));
  write('other.tmp', 'X');
  renameSync(join(root, 'other.tmp'), join(root, 'reviews/a.md'));
  utimesSync(join(root, 'reviews/a.md'), atime, mtime);
  assert.equal(folder.scan(), true);
  assert.equal(texts()['reviews/a.md'], 'X');
});

test('a refresh reads its paths whatever they look like, and no others', (t) => {
  const { root, folder, write, texts } = createScanned(t);
  const { atime, mtime } = statSync(join(root, 'reviews/a.md'));
  write('reviews/a.md', 'X');
  write('business.yaml', 'X');
  utimesSync(join(root, 'reviews/a.md'), atime, mtime);
  assert.equal(folder.refresh(['reviews/a.md']), true);
  assert.deepEqual(texts(), { ...FILES, 'reviews/a.md': 'X' });
});

test('a refresh before any scan reads the whole folder', (t) => {
  const folder = new ContentFolder(createContentFolder(t, FILES));
  assert.equal(folder.refresh(['reviews/a.md']), true);
  assert.equal(folder.files.length, 3);
});

for (const path of [
  'notes.txt',
  '.hidden.md',
  '.git/a.md',
  'reviews/.a.md.swp',
  'nowhere.md',
  '../outside.md',
  '..',
  '/etc/passwd.md',
]) {
  test(`a refresh of ${path} changes nothing`, (t) => {
    const { root, folder, write } = createScanned(t);
    if (!path.startsWith('/') && path !== 'nowhere.md' && path !== '..') write(path, 'x');
    atEnd(t, () => rmSync(join(root, '../outside.md'), { force: true }));
    const { files } = folder;
    assert.equal(folder.refresh([path]), false);
    assert.equal(folder.files, files);
  });
}

for (const path of ['', '.', 'reviews', 'reviews/', 'reviews/2027/01', 'reviews/2027/01/c.md']) {
  test(`a new folder is found by a refresh of ${JSON.stringify(path)}`, (t) => {
    const { folder, write, texts } = createScanned(t);
    write('reviews/2027/01/c.md', 'C');
    assert.equal(folder.refresh([path]), true);
    assert.deepEqual(texts(), { ...FILES, 'reviews/2027/01/c.md': 'C' });
  });
}

for (const path of [
  'reviews/2026',
  'reviews/2026/10/b.md',
  'reviews/2027',
  'reviews/2027/10/b.md',
]) {
  test(`a folder that was renamed is found by a refresh of ${path}`, (t) => {
    const { root, folder, texts } = createScanned(t);
    renameSync(join(root, 'reviews/2026'), join(root, 'reviews/2027'));
    assert.equal(folder.refresh([path]), true);
    assert.deepEqual(Object.keys(texts()), [
      'business.yaml',
      'reviews/2027/10/b.md',
      'reviews/a.md',
    ]);
  });
}

test('a folder that became a file, and a file that became a folder, are found', (t) => {
  const { root, folder, write, texts } = createScanned(t, { 'x.md/a.md': 'A', 'y.md': 'Y' });
  rmSync(join(root, 'x.md'), { recursive: true });
  rmSync(join(root, 'y.md'));
  write('x.md', 'X');
  write('y.md/b.md', 'B');
  assert.equal(folder.refresh(['x.md', 'y.md']), true);
  assert.deepEqual(texts(), { 'x.md': 'X', 'y.md/b.md': 'B' });
});

test('a file behind a link is read again, whichever of the two is named', (t) => {
  const { root, folder, write, texts } = createScanned(t);
  symlinkSync('a.md', join(root, 'reviews/link.md'));
  assert.equal(folder.refresh(['reviews/link.md']), true);
  assert.equal(texts()['reviews/link.md'], 'A');
  write('reviews/a.md', 'changed');
  assert.equal(folder.refresh(['reviews/a.md']), true);
  assert.equal(texts()['reviews/link.md'], 'changed');
});

test('a folder that is mounted as links to a hidden one is found when the hidden link moves', (t) => {
  const { root, folder, write, texts } = createScanned(t, {});
  write('..2026_1/business.yaml', 'one');
  write('..2026_2/business.yaml', 'two');
  symlinkSync('..2026_1', join(root, '..data'));
  symlinkSync('..data/business.yaml', join(root, 'business.yaml'));
  folder.scan();
  assert.deepEqual(texts(), { 'business.yaml': 'one' });
  rmSync(join(root, '..data'));
  symlinkSync('..2026_2', join(root, '..data'));
  assert.equal(folder.refresh(['..data']), true);
  assert.deepEqual(texts(), { 'business.yaml': 'two' });
});

test('a link out of the folder in the place of a folder is never followed', (t) => {
  const { root, folder, texts, problems } = createScanned(t);
  const outside = createContentFolder(t, { 'a.md': 'secret' });
  rmSync(join(root, 'reviews'), { recursive: true });
  symlinkSync(outside, join(root, 'reviews'));
  assert.equal(folder.refresh(['reviews/a.md']), true);
  assert.deepEqual(texts(), { 'business.yaml': 'B' });
  assert.deepEqual(problems(), [
    'reviews is a link out of the content folder; copy the file into the folder instead',
  ]);
});

test('a content folder that is a link may be made to lead elsewhere', (t) => {
  const place = createContentFolder(t, { 'one/a.md': '1', 'two/a.md': '2', 'two/b.md': '3' });
  symlinkSync('one', join(place, 'content'));
  const folder = new ContentFolder(join(place, 'content'));
  folder.scan();
  rmSync(join(place, 'content'));
  symlinkSync('two', join(place, 'content'));
  assert.equal(folder.refresh([]), true);
  assert.equal(Buffer.from(folder.files[0]?.bytes ?? []).toString(), '2');
});

test('a content folder that vanishes is a problem, and one that is back is none', (t) => {
  const { root, folder, problems, texts } = createScanned(t);
  renameSync(root, `${root}-away`);
  assert.equal(folder.refresh(['reviews/a.md']), true);
  assert.deepEqual(texts(), {});
  assert.match(
    problems().join(),
    /^\. the content folder .* does not exist; name the folder that holds business.yaml/,
  );
  renameSync(`${root}-away`, root);
  assert.equal(folder.refresh(['reviews/a.md']), true);
  assert.deepEqual([texts(), problems()], [FILES, []]);
});

test('a problem that comes and goes is a change, and one that stays is none', (t) => {
  const { folder, write, problems, texts } = createScanned(t);
  write('reviews/a.md', 'x'.repeat(MAX_MARKDOWN_BYTES + 1));
  assert.equal(folder.refresh(['reviews/a.md']), true);
  assert.deepEqual(problems(), [
    'reviews/a.md is 322 KiB large; a file of this kind may have 321 KiB at most',
  ]);
  assert.ok(!('reviews/a.md' in texts()));
  const known = folder.problems;
  assert.equal(folder.refresh(['reviews/a.md']), false);
  assert.equal(folder.problems, known);
  write('reviews/a.md', 'A');
  assert.equal(folder.refresh(['reviews/a.md']), true);
  assert.deepEqual([problems(), texts()], [[], FILES]);
});

test('a name that is not UTF-8 is a problem, however often it is looked at', (t) => {
  const { root, folder, problems } = createScanned(t);
  const name = Buffer.concat([Buffer.from(`${root}/f`), Buffer.from([0xfc]), Buffer.from('.md')]);
  writeFileSync(name, 'x');
  const expected = ['f\ufffd.md cannot be read (ENOENT); check that it exists and who may read it'];
  assert.equal(folder.refresh(['f\ufffd.md']), true);
  assert.deepEqual(problems(), expected);
  assert.equal(folder.refresh(['f\ufffd.md']), false);
  assert.deepEqual(problems(), expected);
});

test('while somebody writes, renames and deletes, no reading fails, and the last is right', (t) => {
  const { root, folder, problems } = createScanned(t);
  const state = new Int32Array(new SharedArrayBuffer(4));
  const writer = new Worker(WRITER, { eval: true, workerData: { root, state } });
  atEnd(t, () => writer.terminate());
  let turns = 0;
  while (Atomics.load(state, 0) === 0 || turns < 20) {
    if (turns++ % 2 === 0) folder.scan();
    else folder.refresh(['reviews/w.md', 'reviews/moving/m.md', 'gone.md']);
    assert.deepEqual(problems(), []);
  }
  folder.refresh(['reviews/w.md']);
  folder.scan();
  assert.deepEqual(folder.files, readContent(root).files);
  assert.equal(folder.files.find(({ path }) => path === 'reviews/w.md')?.bytes.length, 100_000);
});

const WRITER = `
  const { workerData } = require('node:worker_threads');
  const { mkdirSync, renameSync, rmSync, writeFileSync } = require('node:fs');
  const at = (path) => workerData.root + '/' + path;
  for (let turn = 1; turn <= 400; turn++) {
    writeFileSync(at('reviews/w.md'), 'x'.repeat(turn * 250));
    mkdirSync(at('reviews/moving'), { recursive: true });
    writeFileSync(at('reviews/moving/m.md'), 'm');
    renameSync(at('reviews/moving'), at('reviews/moved'));
    writeFileSync(at('gone.md'), 'g');
    rmSync(at('gone.md'));
    rmSync(at('reviews/moved'), { recursive: true });
  }
  Atomics.store(workerData.state, 0, 1);
`;
