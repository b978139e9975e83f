import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { joinPieces } from '#search/corpus/pieces.ts';
import { followContent } from '../../../sidecar/publish/follow-content.ts';
import { NOTHING_BEFORE, type RebuildMessage } from '../../../sidecar/publish/messages.ts';
import { BUSINESS } from '../../support/content-files.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { BASE_URL, bytesAt, makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';

const EDITED = {
  ...SAMPLE_CONTENT,
  'business.yaml': BUSINESS.replace('Harbor Law', 'Harbour Law'),
};

test('where what was found before cannot be read, that is told and all is made anew', async (t) => {
  const folder = createFolder(t);
  const made = await makeRelease(SAMPLE_CONTENT);
  const { manifest, encoded } = made;
  const dataset = Buffer.from('This is no dataset.');
  const logged: unknown[] = [];
  const posted: RebuildMessage[] = [];
  await followContent(
    {
      contentDir: createContentFolder(t, EDITED),
      outDir: join(folder, 'dist'),
      stateDir: join(folder, 'state'),
      baseUrl: BASE_URL,
      watch: 'off',
      ...NOTHING_BEFORE,
      served: {
        from: 'folder',
        release: { manifest, files: encoded, dataset },
        corpus: made.release.corpus,
      },
      after: manifest.ordinal,
    },
    {
      post: (message) => posted.push(message),
      log: (level, message) => logged.push([level, message]),
      now: () => new Date('2026-11-21T08:00:00Z'),
      onRetry: () => {},
    },
    new AbortController().signal,
  );
  assert.deepEqual(logged[0], [
    'warn',
    'cannot read the stored release; analysing every review again',
  ]);
  const data = posted.find(({ type }) => type === 'data');
  assert.ok(data?.type === 'data');
  const file = data.files.find(({ entry }) => entry.path === '/reviews.json');
  assert.deepEqual(
    joinPieces(file?.bodies.identity ?? []),
    Buffer.from(bytesAt((await makeRelease(EDITED)).encoded, '/reviews.json')),
  );
});
