import assert from 'node:assert/strict';
import { appendFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { digestCode, isSameKey, releaseKeyOf } from '#release/release-key.ts';
import { type Files, filesOf } from '../../support/content-files.ts';
import { createContentFolder } from '../../support/content-folder.ts';
import { REPOSITORY } from '../../support/run-script.ts';

const BASE_URL = 'https://reviews.example';
const FILES = { 'business.yaml': 'a', 'reviews/a.md': 'bc', 'reviews/b.md': '' };
const keyOf = (files: Files, baseUrl = BASE_URL) => releaseKeyOf(filesOf(files), baseUrl);
const key = keyOf(FILES);

test('the key names this program and the origin, and does not depend on the order of the files', () => {
  const other = keyOf(FILES, 'https://elsewhere.example');
  assert.deepEqual([other.content, isSameKey(other, key)], [key.content, false]);
  for (const sidecarUrl of [undefined, 'https://api.example']) {
    const given = releaseKeyOf(filesOf(FILES), { baseUrl: BASE_URL, sidecarUrl });
    assert.deepEqual(
      [given, isSameKey(given, key)],
      [{ ...key, sidecarUrl: sidecarUrl ?? '' }, false],
    );
  }
  assert.equal(key.code, digestCode(REPOSITORY));
  assert.deepEqual(releaseKeyOf(filesOf(FILES).toReversed(), BASE_URL), key);
});

test('other bytes, paths and files make another key, and no text is taken for the border between two', () => {
  for (const [one, other] of [
    [FILES, { ...FILES, 'reviews/a.md': 'bd' }],
    [FILES, { 'business.yaml': 'a', 'reviews/c.md': 'bc', 'reviews/b.md': '' }],
    [FILES, { ...FILES, 'c.md': '' }],
    [{ a: 'x', b: 'y' }, { a: 'xb\x001\0y' }],
    [{ a: 'b\x000\0' }, { a: '', b: '' }],
    [{ ab: 'c' }, { a: 'bc' }],
  ] satisfies [Files, Files][]) {
    const keys = [keyOf(one), keyOf(other)] as const;
    assert.notEqual(keys[0].content, keys[1].content);
    assert.deepEqual([isSameKey(...keys), keys[0].code], [false, keys[1].code]);
  }
});

test('the digest of a program is that of its sources, styles, public files and dependencies', (t) => {
  const sources = ['package-lock.json', 'astro.config.mjs', 'site/public/public.txt', 'site/a.ts'];
  const files = Object.fromEntries([...sources, 'sidecar/main.ts'].map((path) => [path, '']));
  const folder = createContentFolder(t, files);
  const digests = new Set([digestCode(folder)]);
  for (const path of sources) {
    appendFileSync(join(folder, path), '\n');
    digests.add(digestCode(folder));
  }
  assert.equal(digests.size, 1 + sources.length);
  // Neither times nor what no release is made of.
  utimesSync(join(folder, 'site/a.ts'), 1, 1);
  for (const path of ['sidecar/main.ts', 'README.md']) writeFileSync(join(folder, path), 'Other.');
  assert.ok(digests.has(digestCode(folder)));
});
