import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { CommandError } from '../../../../../scripts/command.ts';
import { chooseTable } from '../../../../../scripts/import/read/choose-table.ts';
import { readInput } from '../../../../../scripts/import/read/input.ts';
import { readTables } from '../../../../../scripts/import/read/read.ts';
import { unpack } from '../../../../../scripts/import/read/unpack-archive.ts';
import { createZip } from '../create-zip.ts';
import { createFolder } from '../run-in-folder.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const GEO = '{"type":"FeatureCollection","features":[{"properties":{"date":"2025-01-02","r":5}}]}';

/** Contents of files, by words of their refusals. */
const REFUSED: Readonly<Record<string, string | Uint8Array>> = {
  'in.x is empty, or neither': ' \n ',
  'no table with dates and ratings, so no reviews. Pass': 'hello\nworld\n',
  'so no reviews; it has a, 1 row': '{"a":[{"b":1}],"c":"2025-01-02"}',
  'in.x is incomplete or not valid': '{"a":[\n{"b":"abc',
  'not valid JSON; download': '{"a":1}\n{"a":}\n',
  'line 3 that is longer than any review, usually because of a quote': 'a,b\n1,2\n3,"4\n5,6\n',
  'other parts have only reviews that you wrote': GEO,
  'save it there as xlsx, without a password': bytes('\xd0\xcf\x11\xe0\0'),
  'download the reviews as CSV, Excel (xlsx) or JSON': '%PDF-1.7',
  'neither a table': '<!DOCTYPE html><table>',
  'in.x is not valid UTF-8': bytes('Name,Rating\nZo\xeb Ren\xe9e,5\n'),
};

/** True for a refusal of an import with these words. */
const refusal = (words: string) => (error: unknown) => {
  assert.ok(error instanceof CommandError, String(error));
  assert.ok(error.message.includes(words), error.message);
  return true;
};

test('files that are no tables of reviews are refused', async () => {
  for (const [words, text] of Object.entries(REFUSED)) {
    const inputs = [{ name: 'in.x', bytes: Buffer.from(text) }];
    await assert.rejects(async () => chooseTable(await readTables(inputs)), refusal(words));
  }
});

test('Windows-1252 is read if a person says so', async () => {
  const inputs = [{ name: 'in.csv', bytes: bytes('Name,Rating\nZo\xeb,\x935\x94 \x80\n') }];
  const [table] = await readTables(inputs, 'windows-1252');
  assert.deepEqual(table?.rows[0]?.cells, ['Zoë', '“5” €']);
});

const FILES = [
  { name: 'Takeout/Google Business Profile/reviews.json', text: '{}' },
  { name: 'photo.jpg', text: 'x'.repeat(5000) },
];
const TAR = await packTar(
  FILES.map(({ name, text }) => ({ header: { name, size: text.length }, body: text })),
);

test('archives that are too large, lie, are damaged or protected are refused', async () => {
  const one = { name: 'a.json', text: 'abcdefgh' };
  const packed = createZip([one]);
  const changed = Buffer.from(packed);
  changed[38] = 0xff;
  for (const [archive, words] of [
    [createZip([{ ...one, statedSize: 2 ** 29 }]), 'too large'],
    [createZip([{ ...one, statedSize: 1 }]), 'is damaged'],
    [changed, 'is damaged'],
    [packed.subarray(0, 40), 'is damaged'],
    [gzipSync(TAR).subarray(0, 60), 'is damaged'],
    [gzipSync(TAR.subarray(0, 600)), 'is damaged'],
    [createZip([{ ...one, flags: 1 }]), 'has a password'],
    [createZip([{ ...one, name: '../x.json' }]), 'is damaged'],
  ] as const) {
    const opened = unpack({ name: 'in', bytes: archive }, (name) => /json$/.test(name));
    await assert.rejects(opened, refusal(words));
  }
});

test('archives and folders give the files that may be tables', async (t) => {
  const { root, write } = createFolder(t);
  write('folder/a/x.csv', 'a');
  write('folder/.hidden.csv', 'a');
  for (const [path, name] of [
    [
      write('a.zip', createZip([...FILES, { name: '__MACOSX/._r.json', text: '' }])),
      FILES[0]?.name,
    ],
    [write('a.tgz', gzipSync(TAR)), FILES[0]?.name],
    [`${root}/folder`, 'a/x.csv'],
    [write('any name', 'a'), 'any name'],
  ] as const) {
    assert.deepEqual(
      (await readInput(path)).map((file) => file.name),
      [name],
    );
  }
  const empty = readInput(write('b.zip', createZip([])));
  await assert.rejects(empty, refusal('contains no CSV, Excel or JSON file'));
  await assert.rejects(readInput(`${root}/none.csv`), refusal('none.csv does not exist'));
});
