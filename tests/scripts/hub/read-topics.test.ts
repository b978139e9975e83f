import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { writeDataPack } from '#release/data-pack.ts';
import { readTopics } from '../../../scripts/hub/read-topics.ts';
import { createFolder } from '../../support/content-folder.ts';
import { packedFiles, RELEASE_KEY } from '../../support/packed-files.ts';
import { BASE_URL, bytesAt, makeRelease, writeRelease } from '../../support/release.ts';

const PACK_BASE = RELEASE_KEY.baseUrl;
const FILES = { 'reviews.json': '{"r":1}', 'feed.xml': '<feed/>', 'insights.json': '{}' };

async function writePacked(stateDir: string, ordinal: number, reviews: string): Promise<string> {
  const folder = join(stateDir, 'releases');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `data-${ordinal}.pack`);
  await writeDataPack(file, {
    meta: { ordinal, key: RELEASE_KEY },
    members: {},
    files: await packedFiles({ ...FILES, 'reviews.json': reviews }),
  });
  return file;
}

function textAt(places: { outDir: string; stateDir: string }, baseUrl: string, path: string) {
  const found = readTopics({ ...places, baseUrl }).find(({ topic }) => topic === baseUrl + path);
  return found && Buffer.from(found.body).toString();
}

function places(t: TestContext) {
  const folder = createFolder(t);
  return { outDir: join(folder, 'dist'), stateDir: join(folder, 'state') };
}

test('a built folder gives the three topics, byte for byte', async (t) => {
  const where = places(t);
  const made = await makeRelease();
  await writeRelease(where.outDir, made);

  const topics = readTopics({ ...where, baseUrl: BASE_URL });

  assert.deepEqual(topics.map(({ topic, mediaType }) => [topic, mediaType]).sort(), [
    [`${BASE_URL}/api/feed.json`, 'application/json'],
    [`${BASE_URL}/feed.xml`, 'application/atom+xml'],
    [`${BASE_URL}/reviews.json`, 'application/json'],
  ]);
  for (const { topic, body } of topics) {
    assert.deepEqual(
      Buffer.from(body),
      Buffer.from(bytesAt(made.sealed, topic.slice(BASE_URL.length))),
    );
  }
});

test('of the packs that the service made the newest counts', async (t) => {
  const where = places(t);
  await writePacked(where.stateDir, 1, 'old');
  await writePacked(where.stateDir, 2, 'new');

  assert.equal(textAt(where, PACK_BASE, '/reviews.json'), 'new');
  assert.equal(textAt(where, PACK_BASE, '/feed.xml'), '<feed/>');
  assert.equal(textAt(where, PACK_BASE, '/insights.json'), undefined);
});

test('a damaged pack is passed over', async (t) => {
  const where = places(t);
  await writePacked(where.stateDir, 1, 'old');
  const newest = await writePacked(where.stateDir, 2, 'new');
  const bytes = readFileSync(newest, 'latin1').replace('new', 'NEW');
  writeFileSync(newest, bytes, 'latin1');

  assert.equal(textAt(where, PACK_BASE, '/reviews.json'), 'old');

  writeFileSync(newest, '');
  assert.equal(textAt(where, PACK_BASE, '/reviews.json'), 'old');
});

test('a folder whose file was changed afterwards is passed over', async (t) => {
  const where = places(t);
  await writeRelease(where.outDir, await makeRelease());
  appendFileSync(join(where.outDir, 'client/reviews.json'), ' ');

  assert.deepEqual(readTopics({ ...where, baseUrl: BASE_URL }), []);
});

test('releases of another origin do not count, and nothing is nothing', async (t) => {
  const where = places(t);
  assert.deepEqual(readTopics({ ...where, baseUrl: BASE_URL }), []);

  await writeRelease(where.outDir, await makeRelease());
  await writePacked(where.stateDir, 1, 'old');

  assert.deepEqual(readTopics({ ...where, baseUrl: 'https://elsewhere.example' }), []);
});
