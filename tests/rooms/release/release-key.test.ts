import assert from 'node:assert/strict';
import { appendFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { digestCode, isSameKey, isSameProgram, releaseKeyOf } from '#release/release-key.ts';
import { filesOf } from '../../support/content-files.ts';
import { createContentFolder } from '../../support/content-folder.ts';
import { REPOSITORY } from '../../support/run-script.ts';

const FILES = filesOf({ 'business.yaml': 'a', 'reviews/a.md': 'bc', 'reviews/b.md': '' });
const BASE_URL = 'https://reviews.example';
const key = releaseKeyOf(FILES, BASE_URL);
const contentKeyOf = (files: Readonly<Record<string, string>>) =>
  releaseKeyOf(filesOf(files), BASE_URL).content;

test('the order of the files does not matter', () => {
  assert.deepEqual(releaseKeyOf(FILES.toReversed(), BASE_URL), key);
});

for (const [what, files] of [
  ['bytes', { 'business.yaml': 'a', 'reviews/a.md': 'bd', 'reviews/b.md': '' }],
  ['a path', { 'business.yaml': 'a', 'reviews/c.md': 'bc', 'reviews/b.md': '' }],
  ['a file that is gone', { 'business.yaml': 'a', 'reviews/a.md': 'bc' }],
  ['a new file', { 'business.yaml': 'a', 'reviews/a.md': 'bc', 'reviews/b.md': '', 'c.md': '' }],
  [
    'text that moved to another file',
    { 'business.yaml': 'a', 'reviews/a.md': 'b', 'reviews/b.md': 'c' },
  ],
  [
    'files that swapped their texts',
    { 'business.yaml': 'bc', 'reviews/a.md': 'a', 'reviews/b.md': '' },
  ],
] as const) {
  test(`${what} makes another key, of the same program`, () => {
    const other = releaseKeyOf(filesOf(files), BASE_URL);
    assert.notEqual(other.content, key.content);
    assert.equal(isSameKey(other, key), false);
    assert.equal(isSameProgram(other, key), true);
  });
}

test('no text is taken for the border between two files', () => {
  assert.notEqual(contentKeyOf({ a: 'x', b: 'y' }), contentKeyOf({ a: 'xb\x001\0y' }));
  assert.notEqual(contentKeyOf({ a: 'b\x000\0' }), contentKeyOf({ a: '', b: '' }));
  assert.notEqual(contentKeyOf({ a: 'x', b: 'y' }), contentKeyOf({ a: 'xby' }));
  assert.notEqual(contentKeyOf({ ab: 'c' }), contentKeyOf({ a: 'bc' }));
});

test('another origin makes another key, and another program', () => {
  const other = releaseKeyOf(FILES, 'https://elsewhere.example');
  assert.equal(other.content, key.content);
  assert.equal(isSameKey(other, key), false);
  assert.equal(isSameProgram(other, key), false);
});

test('the key names this program', () => {
  assert.equal(key.code, digestCode(REPOSITORY));
});

/** A program that consists of little. */
function createProgram(test: TestContext) {
  const folder = createContentFolder(test, {
    'package-lock.json': '{}',
    'package.json': '{ "type": "module" }',
    'astro.config.mjs': '',
    'site/pages/index.astro': '<p>A</p>',
    'site/public/robots.txt': 'User-agent: *',
    'site/release/release-key.ts': '',
    'sidecar/main.ts': '',
    'README.md': '',
  });
  return { folder, digest: () => digestCode(folder) };
}

for (const path of [
  'package-lock.json',
  'astro.config.mjs',
  'site/pages/index.astro',
  'site/public/robots.txt',
  'site/release/release-key.ts',
]) {
  test(`another ${path} makes another program`, (t) => {
    const { folder, digest } = createProgram(t);
    const before = digest();
    appendFileSync(join(folder, path), '\n');
    assert.notEqual(digest(), before);
  });
}

test('times of files, and what no release is made of, leave the program as it is', (t) => {
  const { folder, digest } = createProgram(t);
  const before = digest();
  utimesSync(join(folder, 'site/pages/index.astro'), 1, 1);
  appendFileSync(join(folder, 'sidecar/main.ts'), '\n');
  writeFileSync(join(folder, 'README.md'), 'Read me.');
  assert.equal(digest(), before);
});
