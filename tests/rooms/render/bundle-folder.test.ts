import assert from 'node:assert/strict';
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
import {
  bundleKey,
  bundlePlaces,
  findBundle,
  findOtherBundles,
  PROGRAM,
  writeBundle,
} from '../../../sidecar/render/bundle-folder.ts';
import { createFolder } from '../../support/content-folder.ts';
import { runModule } from './run-module.ts';

const FILES: Readonly<Record<string, string>> = {
  'server/entry.mjs': 'export const handler = () => {};',
  'server/chunks/page.mjs': 'export const page = "🙂";',
  'client/robots.txt': 'User-agent: *\n',
  'client/_astro/page.B1.css': 'p { margin: 0 }',
  'client/empty.txt': '',
};
const NOW = new Date('2026-11-20T08:00:00Z');
/** No process has this id: it lies above what Linux gives out. */
const DEAD = 2 ** 22 + 1;

const writeFiles = async (folder: string, files = FILES): Promise<void> => {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
};

const write = (places: readonly string[], key: string, now = NOW) =>
  writeBundle(places, key, writeFiles, now);

/** Places where nothing is yet: beside a program and in its STATE_DIR. */
function createPlaces(t: TestContext): [beside: string, state: string] {
  const folder = createFolder(t);
  return [join(folder, 'program/.bundle'), join(folder, 'state/bundle')];
}

test('a bundle is found as it was written: its module, its public files and its date', async (t) => {
  const [place, other] = createPlaces(t);
  assert.equal(findBundle([place, other], 'key'), undefined);
  const written = await write([place, other], 'key');
  assert.deepEqual(written, {
    key: 'key',
    folder: join(place, 'key'),
    date: NOW.toISOString(),
    entry: join(place, 'key/server/entry.mjs'),
    assets: new Map([
      ['/_astro/page.B1.css', Buffer.from('p { margin: 0 }')],
      ['/empty.txt', Buffer.alloc(0)],
      ['/robots.txt', Buffer.from('User-agent: *\n')],
    ]),
  });
  assert.deepEqual(findBundle([place, other], 'key'), written);
  assert.equal(findBundle([place, other], 'other'), undefined);
  assert.equal(existsSync(other), false, 'the second place is left alone');
});

test('a bundle is written beside its name, and stands under it only once it is whole', async (t) => {
  const [place] = createPlaces(t);
  await writeBundle(
    [place],
    'key',
    async (folder) => {
      assert.deepEqual(dirname(folder), place);
      await writeFiles(folder);
      assert.deepEqual(readdirSync(place), [`building-${process.pid}-key`]);
      assert.equal(findBundle([place], 'key'), undefined);
    },
    NOW,
  );
  assert.deepEqual(readdirSync(place), ['key']);
});

test('a bundling that fails leaves nothing, and the bundle before as it is', async (t) => {
  const [place] = createPlaces(t);
  const before = await write([place], 'before');
  const failing = async (folder: string) => {
    await writeFiles(folder);
    throw new Error('The disk is full.');
  };
  await assert.rejects(writeBundle([place], 'key', failing, NOW), /The disk is full/);
  assert.deepEqual(readdirSync(place), ['before']);
  assert.deepEqual(findBundle([place], 'before'), before);
});

/** Ways in which a bundle can be less than it was. */
const DAMAGES: Readonly<Record<string, (folder: string) => void>> = {
  'one byte is another': (folder) => {
    const file = join(folder, 'server/entry.mjs');
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(3) ^ 1, 3);
    writeFileSync(file, bytes);
  },
  'a file is missing': (folder) => rmSync(join(folder, 'server/chunks/page.mjs')),
  'it was not written to its end': (folder) => rmSync(join(folder, 'bundle.json')),
  'it is of another version': (folder) => {
    const file = join(folder, 'bundle.json');
    const told = readFileSync(file, 'utf8');
    writeFileSync(file, told.replace('"bundleVersion":1', '"bundleVersion":2'));
  },
  'it is a file': (folder) => {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'I am no folder.');
  },
};

for (const [what, damage] of Object.entries(DAMAGES)) {
  test(`a bundle of which ${what} is none, and is made again`, async (t) => {
    const [place] = createPlaces(t);
    const { folder } = await write([place], 'key');
    damage(folder);
    const warnings: string[] = [];
    assert.equal(
      findBundle([place], 'key', (message) => warnings.push(message)),
      undefined,
    );
    assert.deepEqual(warnings, ['a bundle of the pages is damaged and is made again']);
    assert.deepEqual(findOtherBundles([place], 'other'), []);

    const later = new Date('2026-11-21T08:00:00Z');
    const again = await write([place], 'key', later);
    assert.equal(again.date, later.toISOString());
    assert.deepEqual(findBundle([place], 'key', assert.fail), again);
    assert.deepEqual(readdirSync(place), ['key']);
  });
}

test('where one place holds a damaged bundle, that of the other is taken', async (t) => {
  const [place, other] = createPlaces(t);
  const { folder } = await write([place], 'key');
  const second = await write([other], 'key');
  rmSync(join(folder, 'bundle.json'));
  const warnings: string[] = [];
  const found = findBundle([place, other], 'key', (message) => warnings.push(message));
  assert.deepEqual(found, second);
  assert.equal(warnings.length, 1);
});

test('where the first place cannot be written, the second is', async (t) => {
  const [place, other] = createPlaces(t);
  // Refused to everybody, also to a superuser: a file stands where a folder should be.
  await writeFiles(dirname(dirname(place)), { program: 'a file' });
  const { folder } = await write([place, other], 'key');
  assert.equal(folder, join(other, 'key'));
  assert.equal(findBundle([place, other], 'key')?.folder, folder);
  assert.deepEqual(findOtherBundles([place, other], 'key'), []);
});

test('two processes that write the same bundle leave one, whole, and nothing else', async (t) => {
  const [place] = createPlaces(t);
  // The other begins and ends while this one is at work.
  await writeBundle(
    [place],
    'key',
    async (folder) => {
      await writeFiles(folder);
      assert.equal(await writeInProcess(t, place, 'key'), '');
      assert.deepEqual(readdirSync(place).sort(), [`building-${process.pid}-key`, 'key']);
    },
    NOW,
  );
  assert.deepEqual(readdirSync(place), ['key']);
  assert.ok(findBundle([place], 'key', assert.fail));

  const said = await Promise.all(Array.from({ length: 4 }, () => writeInProcess(t, place, 'next')));
  assert.deepEqual(said, ['', '', '', '']);
  assert.deepEqual(readdirSync(place).sort(), ['key', 'next']);
  assert.ok(findBundle([place], 'next', assert.fail));
});

test('what a dead process has left is removed, what a living one writes stays', async (t) => {
  const [place] = createPlaces(t);
  const names = [
    `building-${DEAD}-key`,
    `building-${DEAD}`,
    // In a container, the process before had the same id as this one.
    `building-${process.pid}-other`,
    `building-${process.ppid}-key`,
    'no-bundle',
  ];
  for (const name of names) await writeFiles(join(place, name));
  await write([place], 'key');
  assert.deepEqual(readdirSync(place).sort(), [`building-${process.ppid}-key`, 'key']);
});

test('the last two bundles are kept: the one that is written, and the newest before', async (t) => {
  const [place] = createPlaces(t);
  for (const [index, key] of ['z', 'm', 'a', 'q'].entries()) {
    await write([place], key, new Date(NOW.getTime() + index));
  }
  assert.deepEqual(readdirSync(place).sort(), ['a', 'q']);
  // By their own date, whatever a copy has made of that of the folder.
  utimesSync(join(place, 'a'), new Date(0), new Date(0));
  await write([place], 'older', new Date(NOW.getTime() - 1));
  assert.deepEqual(readdirSync(place).sort(), ['older', 'q']);
});

test('the bundles of other programs are found in all places, newest first', async (t) => {
  const [place, other] = createPlaces(t);
  const at = (ms: number) => new Date(NOW.getTime() + ms);
  await write([place], 'b', at(2));
  await write([place], 'own', at(4));
  await write([other], 'c', at(3));
  await write([other], 'a', at(1));
  await writeFiles(join(other, `building-${DEAD}-x`));
  writeFileSync(join(other, 'notes.txt'), 'mine');
  const keys = findOtherBundles([place, other], 'own').map(({ key }) => key);
  assert.deepEqual(keys, ['c', 'b', 'a']);
  assert.deepEqual(findOtherBundles([join(place, 'missing')], 'own'), []);
});

test('a bundle lies beside the program, or in STATE_DIR, under the digest of the sources', () => {
  assert.deepEqual(bundlePlaces('/srv/state'), [join(PROGRAM, '.bundle'), '/srv/state/bundle']);
  assert.ok(existsSync(join(PROGRAM, 'package.json')));
  assert.match(bundleKey(), /^[\w-]{43}$/);
});

/** Writes the same bundle in a process of its own. Resolves with what it complained of. */
async function writeInProcess(t: TestContext, place: string, key: string): Promise<string> {
  const { stderr } = await runModule(
    t,
    `
    import { mkdirSync, writeFileSync } from 'node:fs';
    import { dirname, join } from 'node:path';
    const { writeBundle } = await import('${PROGRAM}/sidecar/render/bundle-folder.ts');
    await writeBundle(['${place}'], '${key}', async (folder) => {
      for (const [file, content] of Object.entries(${JSON.stringify(FILES)})) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), content);
      }
    }, new Date());`,
  );
  return stderr;
}
