import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readContent } from '#dataset/read/read-content.ts';
import {
  MAX_MARKDOWN_BYTES,
  MAX_REMOVALS_BYTES,
  MAX_YAML_BYTES,
} from '#dataset/schema/content-limits.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';

const NOBODY = 65534;

function read(folder: string) {
  const { files, problems } = readContent(folder);
  return {
    paths: files.map(({ path }) => path),
    problems: problems.map(({ file, line, column, severity, message }) => {
      assert.deepEqual([line, column, severity], [1, 1, 'error']);
      return `${file} ${message}`;
    }),
  };
}

test('YAML and Markdown files are read, in order, with their bytes', (t) => {
  const folder = createContentFolder(t, {
    'reviews/2026/10/b.md': 'b',
    'reviews/2025/01/a.md': 'a',
    'business.yaml': 'id: é',
    'aspects.yml': '',
    'photo.jpg': 'x',
    'notes.txt': 'x',
  });
  const { files, problems } = readContent(folder);
  assert.deepEqual(
    files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]),
    [
      ['aspects.yml', ''],
      ['business.yaml', 'id: é'],
      ['reviews/2025/01/a.md', 'a'],
      ['reviews/2026/10/b.md', 'b'],
    ],
  );
  assert.deepEqual(problems, []);
});

test('dot files and dot folders are passed over', (t) => {
  const folder = createContentFolder(t, {
    '.hidden.md': 'x',
    'reviews/.#a.md': 'x',
    '.git/config.yaml': 'x',
    'a.md': 'x',
  });
  symlinkSync('nowhere.1234:5', join(folder, 'reviews', '.#lock.md'));
  assert.deepEqual(read(folder), { paths: ['a.md'], problems: [] });
});

test('names may be awkward', (t) => {
  const names = ['fünke.md', 'quote".md', "reviews/a'b <c>.md", 'with space.md'];
  const folder = createContentFolder(t, Object.fromEntries(names.map((name) => [name, ''])));
  assert.deepEqual(read(folder), { paths: names.toSorted(), problems: [] });
});

test('a missing folder is a problem that says what to set', (t) => {
  const folder = join(createFolder(t), 'nowhere');
  assert.deepEqual(read(folder), {
    paths: [],
    problems: [
      `. the content folder ${folder} does not exist; name the folder that holds business.yaml (--content or CONTENT_DIR)`,
    ],
  });
});

test('a file is no content folder', (t) => {
  const folder = createContentFolder(t, { 'business.yaml': 'x' });
  assert.deepEqual(read(join(folder, 'business.yaml')), {
    paths: [],
    problems: [
      `. the content folder ${join(folder, 'business.yaml')} is not a folder; name the folder that holds business.yaml`,
    ],
  });
});

test('a link out of the folder is refused, also one into a folder whose name begins alike', (t) => {
  const outside = createContentFolder(t, { 'secret.md': 'x', 'content-2/secret.md': 'x' });
  const content = join(outside, 'content');
  mkdirSync(content);
  symlinkSync(join(outside, 'secret.md'), join(content, 'a.md'));
  symlinkSync('../content-2', join(content, 'reviews'));
  symlinkSync('..', join(content, 'up'));
  const refusal = 'is a link out of the content folder; copy the file into the folder instead';
  assert.deepEqual(read(content), {
    paths: [],
    problems: [`a.md ${refusal}`, `reviews ${refusal}`, `up ${refusal}`],
  });
});

test('a link to nowhere is a problem', (t) => {
  const folder = createFolder(t);
  symlinkSync('nowhere.md', join(folder, 'a.md'));
  assert.deepEqual(read(folder).problems, [
    'a.md cannot be read (ENOENT); check that it exists and who may read it',
  ]);
});

test('a loop of links ends', (t) => {
  const folder = createContentFolder(t, { 'reviews/a.md': 'x' });
  symlinkSync('..', join(folder, 'reviews', 'up'));
  symlinkSync('.', join(folder, 'reviews', 'self'));
  symlinkSync('circle', join(folder, 'circle'));
  assert.deepEqual(read(folder), {
    paths: ['reviews/a.md'],
    problems: ['circle cannot be read (ELOOP); check that it exists and who may read it'],
  });
});

test('a folder is read once, however many links lead to it', (t) => {
  const folder = createContentFolder(t, { 'reviews/a.md': 'x' });
  symlinkSync('reviews', join(folder, 'same'));
  assert.deepEqual(read(folder).paths, ['reviews/a.md']);
});

for (const [path, limit, problem] of [
  ['a.md', MAX_MARKDOWN_BYTES, '322 KiB large; a file of this kind may have 321 KiB at most'],
  ['a.yaml', MAX_YAML_BYTES, '1,025 KiB large; a file of this kind may have 1,024 KiB at most'],
  [
    'removed.yaml',
    MAX_REMOVALS_BYTES,
    '8,193 KiB large; a file of this kind may have 8,192 KiB at most',
  ],
] as const) {
  test(`${path} may have ${limit} bytes and no more; it is not read beyond`, (t) => {
    const full = createContentFolder(t, { [path]: new Uint8Array(limit) });
    assert.deepEqual(read(full), { paths: [path], problems: [] });
    const larger = createContentFolder(t, { [path]: new Uint8Array(limit + 1) });
    assert.deepEqual(read(larger), { paths: [], problems: [`${path} is ${problem}`] });
  });
}

test('a pipe is no regular file and is not waited for', (t) => {
  const folder = createFolder(t);
  if (spawnSync('mkfifo', [join(folder, 'a.md')]).status !== 0) {
    t.skip('mkfifo is missing here');
    return;
  }
  assert.deepEqual(read(folder), { paths: [], problems: ['a.md is not a regular file'] });
});

test('what may not be read is a problem, and the rest is read', (t) => {
  const folder = createContentFolder(t, { 'a.md': 'x', 'b.md': 'x', 'closed/c.md': 'x' });
  writeFileSync(join(folder, 'b.md'), 'x', { mode: 0o600 });
  chmodSync(join(folder, 'b.md'), 0o000);
  chmodSync(join(folder, 'closed'), 0o000);
  chmodSync(folder, 0o755);
  // Root may read everything, so a child without its rights reads here.
  const module = JSON.stringify(
    new URL('../../../site/dataset/read/read-content.ts', import.meta.url),
  );
  const script = `const { readContent } = await import(${module});
    const { files, problems } = readContent(process.argv[1]);
    console.log(JSON.stringify([
      files.map(({ path }) => path),
      problems.map(({ file, message }) => file + ' ' + message),
    ]));`;
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script, folder],
    {
      cwd: folder,
      encoding: 'utf8',
      ...(process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}),
    },
  );
  chmodSync(join(folder, 'closed'), 0o700);
  if (error !== undefined || /EACCES.*read-content/.test(stderr)) {
    t.skip(`NOT TESTED: another user cannot run node here (${error?.message ?? 'EACCES'})`);
    return;
  }
  assert.equal(status, 0, stderr);
  const advice = 'cannot be read (EACCES); check that it exists and who may read it';
  assert.deepEqual(JSON.parse(stdout), [['a.md'], [`b.md ${advice}`, `closed ${advice}`]]);
});
