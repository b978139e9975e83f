import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openPack, type PackedFile } from '#release/pack.ts';
import { unfinishedPack } from '#release/pack-writer.ts';
import { readWhole } from '#release/read-pack.ts';
import { writePack } from '#release/write-pack.ts';
import { createFolder } from '../support/content-folder.ts';
import { packedFiles } from '../support/packed-files.ts';

const [PAGE = assert.fail()] = await packedFiles({ 'index.html': `<p>${'a '.repeat(900)}</p>` });

test('a pack stands under its name only once it is whole', async (t) => {
  const folder = createFolder(t);
  const file = join(folder, 'a.pack');
  await writePack(file, {
    meta: null,
    files: (async function* () {
      yield PAGE;
      assert.deepEqual(readdirSync(folder), [`a.pack.building-${process.pid}`]);
    })(),
  });
  assert.deepEqual(readdirSync(folder), ['a.pack']);
});

test('a pack that cannot be written leaves nothing, and the one before as it is', async (t) => {
  const folder = createFolder(t);
  const file = join(folder, 'a.pack');
  await writePack(file, { meta: 'before', files: [PAGE] });
  const before = readFileSync(file);
  const failing = async function* () {
    yield PAGE;
    throw new Error('The build failed.');
  };
  await assert.rejects(writePack(file, { meta: 'after', files: failing() }), /The build failed/);
  await assert.rejects(
    writePack(file, { meta: 'after', files: [PAGE, PAGE] }),
    /"\/" stands twice/,
  );
  assert.deepEqual(readdirSync(folder), ['a.pack']);
  assert.deepEqual(readFileSync(file), before);
});

test('what a killed process of the same id left is written over', async (t) => {
  const file = join(createFolder(t), 'a.pack');
  writeFileSync(unfinishedPack(file), 'x'.repeat(100_000));
  await writePack(file, { meta: 1, files: [PAGE] });
  openPack(readFileSync(file)).verify();
});

test('bodies that are not as long as their entry says are refused', async (t) => {
  const file = join(createFolder(t), 'a.pack');
  const { entry, bodies } = PAGE;
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

test('a file is written before the next ones are asked for, but for a megabyte', async (t) => {
  const file = join(createFolder(t), 'a.pack');
  const text = 'noise '.repeat(100_000);
  let given = 0;
  await writePack(file, {
    meta: 1,
    files: (async function* () {
      for (let index = 0; index < 20; index++) {
        const [next = assert.fail()] = await packedFiles({ [`${index}.png`]: text });
        assert.ok(given - statSync(unfinishedPack(file)).size < 1_048_576 + text.length);
        given += text.length;
        yield next;
      }
    })(),
  });
  assert.equal(openPack(await readWhole(file)).size, 20);
});

test('a pack is read into memory of its own as it lies on disk', async (t) => {
  const file = join(createFolder(t), 'a.pack');
  await writePack(file, { meta: 1, files: [PAGE] });
  const bytes = await readWhole(file);
  assert.equal(bytes.buffer.byteLength, bytes.length);
  assert.ok(readFileSync(file).equals(bytes));
});
