import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { BrokenPackError, openPack, type Pack } from '#release/pack.ts';
import type { PackedFile } from '#release/packed-file.ts';
import { type PackContent, writePack } from '#release/write-pack.ts';
import { createFolder } from '../support/content-folder.ts';
import { packedFiles } from '../support/packed-files.ts';

const LONG = 'review '.repeat(300);
const FILES = await packedFiles({
  'reviews/zoey.json': `{"text":"${LONG}"}`,
  'all.json': '{}',
  'reviews/anna.json': '{"text":"Anna"}',
  'empty.txt': '',
  'logo.png': LONG,
  'wörter/🙂.txt': 'ü',
});
const META = { ordinal: 7, key: { content: 'ü' } };

async function bytesOf(t: TestContext, content: Partial<PackContent>): Promise<Buffer> {
  const file = join(createFolder(t), 'a.pack');
  await writePack(file, { meta: META, files: FILES, ...content });
  return readFileSync(file);
}

function assertHolds(pack: Pack, files: readonly PackedFile[]): void {
  assert.equal(pack.size, files.length);
  for (const { entry, bodies } of files) {
    const found = pack.get(entry.path) ?? assert.fail(entry.path);
    assert.deepEqual(found.entry, entry);
    assert.deepEqual(Object.keys(found.bodies), Object.keys(bodies));
    for (const [coding, body] of Object.entries(bodies)) {
      assert.ok(
        Object.entries(found.bodies).some(([name, one]) => name === coding && one.equals(body)),
      );
    }
  }
}

test('a pack holds what was written: files, members and what its maker says', async (t) => {
  const members = { 'dataset.json': Buffer.from('{"ü":1}'), empty: Buffer.alloc(0) };
  const pack = openPack(await bytesOf(t, { members }));
  assertHolds(pack, FILES);
  assert.deepEqual(pack.meta, META);
  assert.equal(pack.member('dataset.json')?.toString(), '{"ü":1}');
  assert.equal(pack.member('empty')?.length, 0);
  assert.equal(pack.member('other'), undefined);
  pack.verify();
});

test('a pack lists its paths, and no other path is found', async (t) => {
  const pack = openPack(await bytesOf(t, {}));
  assert.deepEqual(pack.paths().toSorted(), [
    '/all.json',
    '/empty.txt',
    '/logo.png',
    '/reviews/anna.json',
    '/reviews/zoey.json',
    '/wörter/🙂.txt',
  ]);
  for (const path of [
    '',
    '/',
    '/r',
    '/reviews/',
    '/reviews/anna',
    '/reviews/zoey.json/',
    '/zz',
    '/\0',
    '/w',
  ]) {
    assert.equal(pack.get(path), undefined, path);
  }
});

test('a pack may lie in memory that threads share, anywhere in it', async (t) => {
  const bytes = await bytesOf(t, {});
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length + 20), 7, bytes.length);
  shared.set(bytes);
  const pack = openPack(shared);
  assertHolds(pack, FILES);
  pack.verify();
  assert.equal(
    pack.get('/all.json')?.bodies.identity.buffer,
    shared.buffer,
    'bodies are not copied',
  );
});

test('a pack without files is one', async (t) => {
  const pack = openPack(await bytesOf(t, { files: [] }));
  assert.equal(pack.size, 0);
  assert.deepEqual(pack.paths().toSorted(), []);
  assert.equal(pack.get('/all.json'), undefined);
  pack.verify();
});

test('bytes that are no pack, or one that is cut off, are refused with what to do', async (t) => {
  const bytes = await bytesOf(t, {});
  const foreign = [Buffer.alloc(0), Buffer.from('PK'), Buffer.alloc(5000), Buffer.from(LONG)];
  const twice = Buffer.concat([bytes, bytes]);
  for (const some of [...foreign, bytes.subarray(1), twice, Buffer.concat([bytes, Buffer.of(0)])]) {
    assert.throws(() => openPack(some), BrokenPackError);
    assert.throws(() => openPack(some), /; delete it, so that it is made again\.$/);
  }
  for (let length = 0; length < bytes.length; length += 97) {
    assert.throws(() => openPack(bytes.subarray(0, length)), BrokenPackError);
  }
});

test('a pack of an earlier version is refused', async (t) => {
  const bytes = await bytesOf(t, {});
  const mark = Buffer.from('testimony pack 2');
  assert.ok(bytes.subarray(0, mark.length).equals(mark));
  assert.ok(bytes.subarray(-mark.length).equals(mark));
  for (const start of [0, bytes.length - mark.length]) {
    const older = Buffer.from(bytes);
    older.write('testimony pack 1', start);
    assert.throws(() => openPack(older), BrokenPackError);
  }
});

test('no byte can change without being noticed when the pack is opened or verified', async (t) => {
  const bytes = await bytesOf(t, { members: { 'dataset.json': Buffer.from('{"a":1}') } });
  const place = fc.nat(bytes.length - 1);
  fc.assert(
    fc.property(place, fc.integer({ min: 1, max: 255 }), (index, change) => {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(index) ^ change, index);
      assert.throws(() => openPack(changed).verify(), BrokenPackError);
    }),
    { numRuns: 500 },
  );
});
