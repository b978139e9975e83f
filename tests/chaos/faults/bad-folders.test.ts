import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { saveFiles } from '../../support/content-folder.ts';
import { createDeployment } from '../../support/deployment.ts';
import { goodContent, REVIEW } from '../../support/sample-content.ts';

/** Damage to a content folder, and the lines logged about it. */
const MISHAPS: readonly (readonly [
  what: string,
  make: (contentDir: string) => void,
  told: string,
])[] = [
  [
    'a review is a pipe',
    (contentDir) => {
      rmSync(join(contentDir, REVIEW));
      execFileSync('mkfifo', [join(contentDir, REVIEW)]);
    },
    '-review-1.md:1:1 error is not a regular file',
  ],
  [
    'the folder has another name',
    (contentDir) => renameSync(contentDir, `${contentDir}-aside`),
    '/content does not exist; name the folder',
  ],
  [
    'a file is in its place',
    (contentDir) => {
      rmSync(contentDir, { recursive: true });
      writeFileSync(contentDir, 'Neverpublished');
    },
    '/content is not a folder; name the folder that holds business.yaml.',
  ],
];

test('whatever becomes of the content folder, the last release is served until it is good again', {
  timeout: 120_000,
}, async (t) => {
  const { contentDir, start } = createDeployment(t, goodContent(1));
  const { log, logged, get, health, published, recovered } = await start();
  for (const [index, [what, make, told]] of MISHAPS.entries()) {
    await t.test(what, async () => {
      const from = log.length;
      const before = await get('/reviews.json');
      make(contentDir);
      await logged(told, from);
      assert.equal((await health()).lastError?.code, 'CONTENT_INVALID');
      assert.ok(!(await get('/healthz')).text.includes(contentDir));
      assert.equal((await get('/reviews.json')).headers.etag, before.headers.etag);
      rmSync(contentDir, { recursive: true, force: true });
      saveFiles(contentDir, goodContent(index + 2));
      await published(index + 2);
      await recovered();
    });
  }
});
