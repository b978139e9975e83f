import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadContent } from '#dataset/check/check-content.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { runScript } from '../../support/run-script.ts';

const SCRIPT = 'scripts/generate.ts';

test('writes content that loads without errors, the same for the same seed', (t) => {
  const out = createFolder(t);
  const [one, two] = [join(out, 'deep/one'), join(out, 'two')];
  assert.deepEqual(runScript(SCRIPT, ['--reviews', '300', '--out', one, '--seed', '5']), {
    status: 0,
    stdout: `Wrote 305 files (300 reviews) into ${one}.\n`,
    stderr: '',
  });
  runScript(SCRIPT, ['--reviews', '300', '--out', two, '--seed', '5']);
  const { content, warnings } = loadContent(one);
  assert.equal(content.reviews.length, 300);
  assert.deepEqual(warnings, []);
  const again = loadContent(two);
  assert.deepEqual([again.content, again.warnings], [content, warnings]);
});

test('what generate made before is replaced whole', (t) => {
  const out = createFolder(t);
  runScript(SCRIPT, ['--reviews', '20', '--out', out]);
  runScript(SCRIPT, ['--reviews', '3', '--out', out]);
  assert.equal(loadContent(out).content.reviews.length, 3);
});

for (const [what, files] of [
  ['other files', { 'notes.txt': 'mine' }],
  ['true content', { 'business.yaml': 'id: harbor-law\n', 'reviews/2026/10/a.md': 'mine' }],
] as const) {
  test(`a folder with ${what} is left as it is`, (t) => {
    const out = createContentFolder(t, files);
    const { status, stderr } = runScript(SCRIPT, ['--reviews', '3', '--out', out]);
    assert.equal(status, 2);
    assert.match(stderr, /is not empty and was not made by generate; name a new folder/);
    assert.deepEqual(
      readdirSync(out),
      Object.keys(files).map((path) => path.split('/')[0]),
    );
    for (const [path, text] of Object.entries(files)) {
      assert.equal(readFileSync(join(out, path), 'utf8'), text);
    }
  });
}

test('a file is not written over', (t) => {
  const out = join(createContentFolder(t, { 'a.txt': 'mine' }), 'a.txt');
  assert.equal(runScript(SCRIPT, ['--reviews', '3', '--out', out]).status, 2);
  assert.equal(readFileSync(out, 'utf8'), 'mine');
});

for (const args of [
  [],
  ['--reviews', '3'],
  ['--reviews', '-3', '--out', 'x'],
  ['--reviews', '1e3', '--out', 'x'],
  ['--reviews', '99999999999', '--out', 'x'],
  ['--reviews', '3', '--out', 'x', '--seed', 'a'],
  ['--reviews', '3', '--out', 'x', 'y'],
]) {
  test(`[${args.join(' ')}] is wrong usage and exits 2`, (t) => {
    const cwd = createFolder(t);
    const { status, stderr } = runScript(SCRIPT, args, cwd);
    assert.equal(status, 2);
    assert.match(stderr, /\nUsage: npm run generate /);
    assert.deepEqual(readdirSync(cwd), []);
  });
}
