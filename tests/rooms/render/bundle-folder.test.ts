import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findBundle, PROGRAM, writeBundle } from '../../../sidecar/render/bundle-folder.ts';
import { createFolder } from '../../support/content-folder.ts';

const FILES: Readonly<Record<string, string>> = {
  'server/entry.mjs': 'export const handler = () => {};',
  'server/chunks/page.mjs': 'export const page = "🙂";',
  'client/public.txt': 'A public file.\n',
  'client/_astro/page.B1.css': 'p { margin: 0 }',
  'client/empty.txt': '',
};
const NOW = new Date('2026-11-20T08:00:00Z');
const at = (ms: number) => new Date(NOW.getTime() + ms);
const BUILDING = `building-${process.pid}-key`;
const DAMAGED = ['a bundle of the pages is damaged and is rebuilt'];

const writeFiles = async (folder: string, files = FILES): Promise<void> => {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
};

/** Two places without a bundle, beside a program and in its STATE_DIR, and what is done there. */
function createPlaces(t: TestContext) {
  const folder = createFolder(t);
  const [place, other] = [join(folder, 'program/.bundle'), join(folder, 'state/bundle')];
  const warnings: string[] = [];
  return {
    place,
    other,
    warnings,
    write: (key = 'key', now = NOW, places: readonly string[] = [place]) =>
      writeBundle(places, key, writeFiles, now),
    find: (key = 'key') => findBundle([place, other], key, (message) => warnings.push(message)),
    names: () => readdirSync(place).sort(),
  };
}

test('a bundle is found as it was written: its module, its public files and its date', async (t) => {
  const { place, other, write, find } = createPlaces(t);
  assert.equal(find(), undefined);
  const written = await write('key', NOW, [place, other]);
  assert.deepEqual(written, {
    key: 'key',
    folder: join(place, 'key'),
    date: NOW.toISOString(),
    entry: join(place, 'key/server/entry.mjs'),
    assets: new Map([
      ['/_astro/page.B1.css', Buffer.from('p { margin: 0 }')],
      ['/empty.txt', Buffer.alloc(0)],
      ['/public.txt', Buffer.from('A public file.\n')],
    ]),
  });
  assert.deepEqual(find(), written);
  assert.equal(find('other'), undefined);
  assert.equal(existsSync(other), false, 'the second place is left alone');
});

test('a bundle is written beside its name, and renamed once it is whole', async (t) => {
  const { place, find, names, write } = createPlaces(t);
  const writeAndLook = async (folder: string) => {
    await writeFiles(folder);
    assert.deepEqual(names(), [BUILDING]);
    assert.equal(find(), undefined);
  };
  await writeBundle([place], 'key', writeAndLook, NOW);
  const failing = async (folder: string) => {
    await writeFiles(folder);
    throw new Error('The bundler fails.');
  };
  const before = await write();
  await assert.rejects(writeBundle([place], 'next', failing, NOW), /The bundler fails/);
  assert.deepEqual(names(), ['key']);
  assert.deepEqual(find(), before);
});

for (const [what, damage] of [
  [
    'a byte changed',
    (folder: string) => {
      const file = join(folder, 'server/entry.mjs');
      const bytes = readFileSync(file);
      bytes.writeUInt8(bytes.readUInt8(3) ^ 1, 3);
      writeFileSync(file, bytes);
    },
  ],
  ['the end was not written', (folder: string) => rmSync(join(folder, 'bundle.json'))],
] as const) {
  test(`a bundle of which ${what} is found damaged, and made again`, async (t) => {
    const { other, write, find, names, warnings } = createPlaces(t);
    const { folder } = await write();
    damage(folder);
    assert.equal(find(), undefined);
    const second = await write('key', NOW, [other]);
    assert.deepEqual(find(), second, 'that of the other place');
    assert.deepEqual(warnings, [...DAMAGED, ...DAMAGED]);
    const again = await write('key', at(1));
    assert.equal(again.date, at(1).toISOString());
    assert.deepEqual(find(), again);
    assert.deepEqual(names(), ['key']);
    assert.equal(warnings.length, 2);
  });
}

test('of two processes that write the same bundle the first leaves it, whole, and nothing else', async (t) => {
  const { place, find, names, warnings } = createPlaces(t);
  const source = `import { mkdirSync, writeFileSync } from 'node:fs';
    import { dirname, join } from 'node:path';
    const { writeBundle } = await import('${PROGRAM}/sidecar/render/bundle-folder.ts');
    const FILES = ${JSON.stringify(FILES)};
    const writeFiles = ${writeFiles};
    await writeBundle(['${place}'], 'key', writeFiles, new Date());`;
  // The other begins and ends while this one is at work.
  const writeMeanwhile = async (folder: string) => {
    await writeFiles(folder);
    execFileSync(process.execPath, ['--input-type=module', '--eval', source]);
    assert.deepEqual(names(), [BUILDING, 'key']);
  };
  await writeBundle([place], 'key', writeMeanwhile, NOW);
  assert.deepEqual(names(), ['key']);
  assert.ok(find());
  assert.deepEqual(warnings, []);
});

test('what is left of earlier days is removed, and what is of today stays', async (t) => {
  const { place, write, names } = createPlaces(t);
  for (const name of ['earlier', `building-${process.ppid}-key`, 'today']) {
    await writeFiles(join(place, name));
    if (name !== 'today') utimesSync(join(place, name), new Date(0), new Date(0));
  }
  await write('key', new Date());
  assert.deepEqual(names(), ['key', 'today']);
});
