import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openPack } from '#release/pack.ts';
import type { PackedFile } from '#release/packed-file.ts';
import { readWhole } from '#release/read-pack.ts';
import { unfinishedPack, writePack } from '#release/write-pack.ts';
import { createFolder } from '../support/content-folder.ts';
import { packedFiles } from '../support/packed-files.ts';

const [FILE = assert.fail()] = await packedFiles({ 'all.json': `[${'1, '.repeat(900)}1]` });

test('a pack stands under its name only once it is whole', async (t) => {
  const folder = createFolder(t);
  await writePack(join(folder, 'a.pack'), { meta: null, files: [FILE] });
  assert.deepEqual(readdirSync(folder), ['a.pack']);
});

test('a pack that cannot be written leaves nothing, and the one before as it is', async (t) => {
  const folder = createFolder(t);
  const file = join(folder, 'a.pack');
  await writePack(file, { meta: 'before', files: [FILE] });
  const before = readFileSync(file);
  const twice = { meta: 'after', files: [FILE, FILE] };
  await assert.rejects(writePack(file, twice), /"\/all\.json" stands twice/);
  assert.deepEqual(readdirSync(folder), ['a.pack']);
  assert.deepEqual(readFileSync(file), before);
  // Where a folder stands in its place, it cannot be renamed.
  mkdirSync(join(folder, 'b.pack/inside'), { recursive: true });
  await assert.rejects(writePack(join(folder, 'b.pack'), { meta: 1, files: [FILE] }));
  assert.deepEqual(readdirSync(folder), ['a.pack', 'b.pack']);
});

test('what a killed process of the same id left is written over', async (t) => {
  const file = join(createFolder(t), 'a.pack');
  writeFileSync(unfinishedPack(file), 'x'.repeat(100_000));
  await writePack(file, { meta: 1, files: [FILE] });
  openPack(readFileSync(file)).verify();
});

test('bodies that are not as long as their entry says are refused', async (t) => {
  const file = join(createFolder(t), 'a.pack');
  const { entry, bodies } = FILE;
  const { br, ...others } = bodies;
  for (const wrong of [
    { ...bodies, identity: Buffer.from('a') },
    others,
    { ...bodies, br: Buffer.of() },
  ]) {
    const files: PackedFile[] = [{ entry, bodies: wrong }];
    await assert.rejects(writePack(file, { meta: 1, files }), /has another length/);
  }
  assert.ok(br);
  assert.equal(existsSync(file), false);
});

test('bodies of every size are written, large ones as they are', async (t) => {
  const file = join(createFolder(t), 'a.pack');
  const texts = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`${index}.png`, 'noise '.repeat(index * 20_000)]),
  );
  await writePack(file, { meta: 1, files: await packedFiles(texts) });
  const pack = openPack(await readWhole(file));
  pack.verify();
  assert.equal(pack.size, 20);
  assert.equal(pack.get('/19.png')?.bodies.identity.length, 6 * 19 * 20_000);
});

test('a pack is read into memory of its own as it lies on disk', async (t) => {
  const file = join(createFolder(t), 'a.pack');
  await writePack(file, { meta: 1, files: [FILE] });
  const bytes = await readWhole(file);
  assert.equal(bytes.buffer.byteLength, bytes.length);
  assert.ok(readFileSync(file).equals(bytes));
});
