import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CATALOG } from '#artifacts/catalog.ts';
import { ask } from '../../support/ask.ts';
import { reviewText } from '../../support/content-files.ts';
import { saveFiles } from '../../support/content-folder.ts';
import { createDeployment } from '../../support/deployment.ts';
import { faqText, goodContent, REVIEW } from '../../support/sample-content.ts';

import { loggedFailure, type Service } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';

/** No answer of the service may hold this, since it stands only in what is wrong. */
const UNPUBLISHED = 'Neverpublished';

/** A way to break a content folder, and what the editor is told, behind the path of the folder. */
type BadEdit = {
  readonly what: string;
  readonly make: (contentDir: string) => void;
  readonly told: RegExp;
};

/** One of each kind; what else may be wrong with content: tests/rooms/dataset. */
const BAD_EDITS: readonly BadEdit[] = [
  {
    what: 'thousands of unknown keys',
    make: (contentDir) => {
      const keys = Array.from({ length: 15_000 }, (_, index) => [`key${index}`, 'x']);
      saveFiles(contentDir, { [REVIEW]: reviewText(Object.fromEntries(keys), UNPUBLISHED) });
    },
    told: /-review-1\.md:56:1 error more is wrong with this file; mend these 49 problems first/,
  },
  {
    what: 'evidence that does not exist',
    make: (contentDir) =>
      saveFiles(contentDir, { 'faq.yaml': faqText(`review-1, ${UNPUBLISHED.toLowerCase()}`) }),
    told: /faq\.yaml:1:\d+ error evidence: no review has the id/,
  },
  {
    what: 'a pipe',
    make: (contentDir) => {
      rmSync(join(contentDir, REVIEW));
      execFileSync('mkfifo', [join(contentDir, REVIEW)]);
    },
    told: /-review-1\.md:1:1 error is not a regular file/,
  },
  {
    what: 'a folder of another name',
    make: (contentDir) => renameSync(contentDir, `${contentDir}-aside`),
    told: /^The content folder .* does not exist; name the folder .*\.$/,
  },
  {
    what: 'a file in the place of the folder',
    make: (contentDir) => {
      rmSync(contentDir, { recursive: true });
      writeFileSync(contentDir, UNPUBLISHED);
    },
    told: /^The content folder .* is not a folder; name the folder that holds business\.yaml\.$/,
  },
];

const TARGETS = [
  ...CATALOG.map(({ path }) => path),
  '/',
  '/reviews/review-1/',
  '/api/reviews/search',
  '/api/reviews/since/2026-01-01',
];

async function readEverything(url: string): Promise<Record<string, unknown>> {
  const answers = TARGETS.map(async (target) => {
    const { status, headers, text } = await ask(url, target);
    // A file that changed twice within a second is dated ahead, and answers show their own date until
    // then (RFC 9110 §8.8.2.1).
    const { date: _, 'last-modified': __, ...fields } = headers;
    return [target, { status, fields, text }];
  });
  return Object.fromEntries(await Promise.all(answers));
}

/** Makes a bad edit. Resolves once all of it is logged to what is wrong with the folder. */
async function makeBadEdit({ make, told }: BadEdit, contentDir: string, log: Service['log']) {
  const from = log.length;
  make(contentDir);
  for (;;) {
    const lines = await loggedFailure(log, 'CONTENT_INVALID', from);
    const own = lines.filter((line) => /^(?:The content folder )?\/.*[/ ]/.test(line));
    if (own.some((line) => line.includes(contentDir) && told.test(line))) return own;
    // An edit in several steps is logged again when it is done.
    const count = log.length;
    await waitUntil(`a line like ${told}, not ${lines}`, () => log.length > count);
  }
}

test('a bad edit changes nothing, and is logged where it stands', {
  timeout: 240_000,
}, async (t) => {
  const { contentDir, start } = createDeployment(t, goodContent(1));
  const { url, log, get, health, published, recovered } = await start();
  await published(1);
  for (const [index, edit] of BAD_EDITS.entries()) {
    await t.test(`${edit.what}, then its correction`, async () => {
      const before = await readEverything(url);
      const began = Date.now();
      const lines = await makeBadEdit(edit, contentDir, log);
      const { lastError } = await health();
      assert.equal(lastError?.code, 'CONTENT_INVALID');
      assert.ok(Date.parse(lastError.time) >= began);
      assert.ok(lines.length >= lastError.count);
      const { text } = await get('/healthz');
      assert.doesNotMatch(text, new RegExp(`${UNPUBLISHED}|review-\\d|${contentDir}`, 'i'));
      assert.deepEqual(await readEverything(url), before);

      rmSync(contentDir, { recursive: true, force: true });
      saveFiles(contentDir, goodContent(index + 2));
      await published(index + 2);
      await recovered();
    });
  }
});
