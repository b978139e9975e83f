import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { joinPieces } from '#search/corpus/pieces.ts';
import { readTopics } from '../../../../scripts/hub/stored.ts';
import { folderOf } from '../../../../sidecar/publish/store/release-folders.ts';
import { BUSINESS } from '../../../support/content-files.ts';
import { createFolder } from '../../../support/content-folder.ts';
import {
  BASE_URL,
  bytesAt,
  makeRelease,
  storeRelease,
  writeRelease,
} from '../../../support/release.ts';
import { SAMPLE_CONTENT } from '../../../support/sample-content.ts';

const EDITED = {
  ...SAMPLE_CONTENT,
  'business.yaml': BUSINESS.replace('Harbor Law', 'Harbour Law'),
};

function textAt(places: { outDir: string; stateDir: string }, baseUrl: string, path: string) {
  const found = readTopics({ ...places, baseUrl }).find(({ topic }) => topic === baseUrl + path);
  return found && joinPieces(found.body).toString();
}

function places(t: TestContext) {
  const folder = createFolder(t);
  return { outDir: join(folder, 'dist'), stateDir: join(folder, 'state') };
}

test('a built folder gives the three topics, byte for byte', async (t) => {
  const where = places(t);
  const made = await makeRelease();
  writeRelease(where.outDir, made);

  const topics = readTopics({ ...where, baseUrl: BASE_URL });

  assert.deepEqual(topics.map(({ topic, mediaType }) => [topic, mediaType]).sort(), [
    [`${BASE_URL}/api/feed.json`, 'application/json'],
    [`${BASE_URL}/feed.xml`, 'application/atom+xml'],
    [`${BASE_URL}/reviews.json`, 'application/json'],
  ]);
  for (const { topic, body } of topics) {
    assert.deepEqual(
      joinPieces(body),
      Buffer.from(bytesAt(made.encoded, topic.slice(BASE_URL.length))),
    );
  }
});

test('what the service has stored counts where it is newer', async (t) => {
  const where = places(t);
  const built = await makeRelease();
  const stored = await makeRelease(EDITED, { previous: built.manifest });
  writeRelease(where.outDir, built);
  storeRelease(where.stateDir, stored);
  for (const path of ['/reviews.json', '/feed.xml']) {
    const expected = Buffer.from(bytesAt(stored.encoded, path)).toString();
    assert.equal(textAt(where, BASE_URL, path), expected);
  }
  assert.equal(textAt(where, BASE_URL, '/insights.json'), undefined);
});

test('a stored release that is damaged is passed over', async (t) => {
  const where = places(t);
  const built = await makeRelease();
  writeRelease(where.outDir, built);
  const stored = await makeRelease(EDITED, { previous: built.manifest });
  storeRelease(where.stateDir, stored);
  const file = join(folderOf(where.stateDir, stored.manifest.ordinal), 'client/reviews.json');
  const expected = Buffer.from(bytesAt(built.encoded, '/reviews.json')).toString();
  const bytes = readFileSync(file, 'utf8').replaceAll('Harbour Law', 'HARBOUR LAW');
  for (const damaged of [bytes, '']) {
    writeFileSync(file, damaged);
    assert.equal(textAt(where, BASE_URL, '/reviews.json'), expected);
  }
});

test('a folder whose file was changed afterwards, another origin and nothing give no topics', async (t) => {
  const where = places(t);
  assert.deepEqual(readTopics({ ...where, baseUrl: BASE_URL }), []);
  writeRelease(where.outDir, await makeRelease());
  storeRelease(where.stateDir, await makeRelease());
  assert.deepEqual(readTopics({ ...where, baseUrl: 'https://elsewhere.example' }), []);
  rmSync(where.stateDir, { recursive: true });
  appendFileSync(join(where.outDir, 'client/reviews.json'), ' ');
  assert.deepEqual(readTopics({ ...where, baseUrl: BASE_URL }), []);
});
