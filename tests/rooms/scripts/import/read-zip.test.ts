import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImportRefusal } from '../../../../scripts/import/import-refusal.ts';
import { readZip } from '../../../../scripts/import/read/read-zip.ts';
import { createZip } from './create-zip.ts';
import { createFolder } from './run-in-folder.ts';

const read = (bytes: Uint8Array, unpackedBytes = 1000) =>
  readZip({ name: 'export.zip', bytes }, (name) => name.endsWith('.json'), {
    entries: 10,
    unpackedBytes,
  });

test('an archive that unpacks to too much is refused, whatever size it states', () => {
  const text = '0'.repeat(100_000);
  assert.throws(() => read(createZip([{ name: 'a.json', text }])), /more than any export/);
  const lying = createZip([{ name: 'a.json', text, statedSize: 10 }]);
  assert.throws(() => read(lying), ImportRefusal);
  const two = createZip([
    { name: 'a.json', text: '0'.repeat(600) },
    { name: 'b.json', text: '0'.repeat(600) },
  ]);
  assert.throws(() => read(two), /more than any export/);
});

test('names that point out of the archive are refused', () => {
  for (const name of ['../x.json', 'a/../../x.json', '/x.json', 'C:\\x.json', 'a\\..\\x.json']) {
    assert.throws(() => read(createZip([{ name, text: '1' }])), /points out of the archive/);
  }
});

test('encrypted, damaged and overfull archives are refused', () => {
  assert.throws(() => read(createZip([{ name: 'a.json', text: '1', flags: 1 }])), /encrypted/);
  const damaged = createZip([{ name: 'a.json', text: 'abcdefgh' }]);
  damaged[38] = 0xff;
  assert.throws(() => read(damaged), /damaged zip archive/);
  const many = Array.from({ length: 11 }, (_, n) => ({ name: `${n}.json`, text: '1' }));
  assert.throws(() => read(createZip(many)), /contains 11 files/);
  for (let length = 0; length < 60; length++) {
    const part = createZip([{ name: 'a.json', text: 'abcdefgh' }]).subarray(-length);
    if (length > 0) assert.throws(() => read(part), ImportRefusal);
  }
});

test('the wanted files of an archive are unpacked, and a zipped Takeout is imported', async (t) => {
  const review = { reviewId: 'Zip1', starRating: 'FIVE', createTime: '2026-05-01T12:00:00Z' };
  const name = 'Takeout/Google Business Profile/account-1/location-2/reviews.json';
  const text = JSON.stringify({ reviews: [{ ...review, comment: 'é' }] });
  const bytes = createZip([
    { name, text },
    { name: 'a/photo.jpg', text: 'x' },
  ]);
  const found = read(bytes).map((file) => [file.name, Buffer.from(file.bytes).toString()]);
  assert.deepEqual(found, [[name, text]]);
  const folder = createFolder(t);
  const { code } = await folder.run('--from', 'google-takeout', folder.write('t.zip', bytes));
  assert.equal(code, 0);
  assert.equal(folder.reviewBy('Zip1').reviewBody, 'é');
});
