import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { joinPieces } from '#search/corpus/pieces.ts';
import { readTopics } from '../../../../scripts/hub/trial.ts';
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

test('topics are read byte for byte from the newest readable release of this origin', async (t) => {
  const folder = createFolder(t);
  const where = { outDir: join(folder, 'dist'), stateDir: join(folder, 'state') };
  const read = (baseUrl = BASE_URL) =>
    readTopics(where, baseUrl)
      .map(({ topic, mediaType, body }) => [topic, mediaType, joinPieces(body).toString()])
      .sort();
  const topicsOf = ({ encoded }: typeof built) =>
    [
      ['/api/feed.json', 'application/json'],
      ['/feed.xml', 'application/atom+xml'],
      ['/reviews.json', 'application/json'],
    ].map(([path = '', type]) => [BASE_URL + path, type, `${Buffer.from(bytesAt(encoded, path))}`]);
  const built = await makeRelease();
  const stored = await makeRelease(EDITED, { previous: built.manifest });

  assert.deepEqual(read(), []);
  writeRelease(where.outDir, built);
  assert.deepEqual(read(), topicsOf(built));
  storeRelease(where.stateDir, stored);
  assert.deepEqual(read(), topicsOf(stored));
  assert.deepEqual(read('https://elsewhere.example'), []);
  const file = 'client/reviews.json';
  writeFileSync(join(folderOf(where.stateDir, stored.manifest.ordinal), file), '');
  assert.deepEqual(read(), topicsOf(built));
});
