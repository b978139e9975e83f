import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  clearLeftovers,
  makeParentFolder,
  putInPlace,
  ReleaseFolderError,
  refuseForeignFolder,
} from '../../../../scripts/build/out-folder.ts';
import { createFolder } from '../../../support/content-folder.ts';

/** No process has this id: it lies above what Linux gives out. */
const DEAD = 2 ** 22 + 1;

/** Folders beside each other, each with its own name in a file. */
function createSiblings(t: TestContext, ...names: string[]): string {
  const parent = createFolder(t);
  for (const name of names) {
    mkdirSync(join(parent, name));
    writeFileSync(join(parent, name, 'name'), name);
  }
  return parent;
}

const PID = process.ppid;
const OTHERS = [`dist.building-${PID}`, 'dist.building-x', 'dist2', `dist2.building-${DEAD}`];

for (const [what, before, after, folder] of [
  ['what a killed build set aside is put back', [`dist.replaced-${DEAD}`], ['dist'], 'dist'],
  ['what this build set aside is put back', [`dist.replaced-${process.pid}`], ['dist'], 'dist'],
  [
    'what a killed build set aside goes where its successor stands',
    ['dist', `dist.replaced-${DEAD}`, `dist.building-${DEAD}`],
    ...([['dist'], 'dist'] as const),
  ],
  ['folders of a living build, and of other names, are left alone', OTHERS, OTHERS, 'dist2'],
] as const) {
  test(what, async (t) => {
    const parent = createSiblings(t, ...before);
    await clearLeftovers(join(parent, 'dist'));
    assert.deepEqual(readdirSync(parent).sort(), [...after].sort());
    const expected = before.length === 1 ? before[0] : folder;
    assert.equal(readFileSync(join(parent, folder, 'name'), 'utf8'), expected);
  });
}

test('a build takes the place of the release before', async (t) => {
  const parent = createSiblings(t, 'dist', 'built');
  await putInPlace(join(parent, 'built'), join(parent, 'dist'));
  assert.deepEqual(readdirSync(parent), ['dist']);
  assert.equal(readFileSync(join(parent, 'dist/name'), 'utf8'), 'built');
});

test('a build that cannot take its place leaves the release before', async (t) => {
  const parent = createSiblings(t, 'dist');
  await assert.rejects(putInPlace(join(parent, 'missing'), join(parent, 'dist')), (error) => {
    assert.ok(error instanceof ReleaseFolderError);
    assert.match(error.message, /cannot be replaced; .* set OUT_DIR/);
    return true;
  });
  assert.equal(readFileSync(join(parent, 'dist/name'), 'utf8'), 'dist');
});

test('a file is no folder for a release, nor is what lies below a file', async (t) => {
  const parent = createSiblings(t, 'dist');
  const file = join(parent, 'dist/name');
  assert.throws(() => refuseForeignFolder(file), /name is a file; set OUT_DIR to a folder/);
  assert.throws(() => makeParentFolder(join(file, 'a/b')), /cannot be created \(ENOTDIR\)/);
  assert.ok(existsSync(file));
});
