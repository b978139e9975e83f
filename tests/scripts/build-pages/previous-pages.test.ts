import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { writePack } from '#release/write-pack.ts';
import {
  INPUTS_MEMBER,
  NO_PAGES,
  readPreviousPages,
} from '../../../scripts/build-pages/previous-pages.ts';
import { createFolder } from '../../support/content-folder.ts';
import { packedFiles } from '../../support/packed-files.ts';

const FILES = await packedFiles({
  'index.html': '<link href="/_astro/old.css">',
  'reviews/anna/index.html': '<link href="/_astro/old.css"><link href="/_astro/same.css">Anna',
  'reviews/bert/index.html': '<link href="/_astro/older.css">Bert',
  'reviews/carl/index.html': '<link href="/_astro/same.css">Carl',
  '_astro/old.css': 'p{}',
  '_astro/older.css': 'q{}',
  '_astro/same.css': 'a{}',
});
const INPUTS = { '/reviews/anna/': 'a', '/reviews/bert/': 'b', '/reviews/carl/': 'c' };

async function writePages(t: TestContext, inputs: unknown = INPUTS): Promise<string> {
  const file = join(createFolder(t), 'pages.pack');
  const members = { [INPUTS_MEMBER]: Buffer.from(JSON.stringify(inputs)) };
  await writePack(file, { meta: {}, members, files: FILES });
  return file;
}

const pathsOf = (files: Iterable<{ entry: { path: string } }>) =>
  [...files].map(({ entry }) => entry.path);

test('a page that is made of the same is taken over as it was', async (t) => {
  const inputs = new Map(Object.entries({ ...INPUTS, '/reviews/bert/': 'changed' }));
  const previous = await readPreviousPages(await writePages(t), inputs);
  assert.deepEqual(pathsOf(previous.reusable), ['/reviews/anna/', '/reviews/carl/']);
  assert.equal(previous.isReusable('/reviews/anna/'), true);
  assert.equal(previous.isReusable('/reviews/bert/'), false);
  assert.equal(previous.isReusable('/'), false);
  assert.equal(previous.reusable[0]?.bodies.identity.toString().slice(-4), 'Anna');
});

test('a page of a review that is gone, or is new, is not taken over', async (t) => {
  const inputs = new Map([
    ['/reviews/anna/', 'a'],
    ['/reviews/dora/', 'd'],
  ]);
  const previous = await readPreviousPages(await writePages(t), inputs);
  assert.deepEqual(pathsOf(previous.reusable), ['/reviews/anna/']);
});

test('what pages that are taken over name stays, if the new build has it no more', async (t) => {
  const inputs = new Map(Object.entries({ ...INPUTS, '/reviews/bert/': 'changed' }));
  const previous = await readPreviousPages(await writePages(t), inputs);
  const written = new Set(['/_astro/same.css', '/_astro/new.css']);
  assert.deepEqual(pathsOf(previous.assetsBeside(written)), ['/_astro/old.css']);
});

test('the entries before are at hand for Last-Modified, of every path', async (t) => {
  const { entries } = await readPreviousPages(await writePages(t), new Map());
  assert.deepEqual(entries.get('/'), FILES[0]?.entry);
  assert.equal(entries.get('/other/'), undefined);
});

test('of pages that do not tell what they were made of, nothing is taken over', async (t) => {
  const inputs = new Map(Object.entries(INPUTS));
  const untold = join(createFolder(t), 'pages.pack');
  await writePack(untold, { meta: {}, files: FILES });
  for (const file of [untold, await writePages(t, { '/reviews/anna/': 7 })]) {
    const { reusable, entries } = await readPreviousPages(file, inputs);
    assert.deepEqual(reusable, []);
    assert.deepEqual(entries.get('/'), FILES[0]?.entry);
  }
});

test('pages that are missing or broken are none', async (t) => {
  const inputs = new Map(Object.entries(INPUTS));
  const file = await writePages(t);
  const bytes = readFileSync(file);
  bytes.write('B', bytes.indexOf('Anna'));
  writeFileSync(file, bytes);
  for (const one of [file, join(createFolder(t), 'none.pack')]) {
    assert.equal(await readPreviousPages(one, inputs), NO_PAGES);
  }
});
