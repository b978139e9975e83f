import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CATALOG } from '#artifacts/catalog.ts';
import { ask } from '../../support/ask.ts';
import { createFolder } from '../../support/content-folder.ts';
import { saveFiles } from '../../support/edit-content.ts';
import { loggedFailure } from '../../support/logged-failure.ts';
import { readHealth } from '../../support/read-health.ts';
import { type Service, startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { type BadEdit, UNPUBLISHED } from './bad-edit.ts';
import { BAD_FILES } from './bad-files.ts';
import { BAD_FOLDERS } from './bad-folders.ts';
import { goodContent } from './good-content.ts';

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
    // A file that changed twice within a second is dated ahead, and answers tell their own date until
    // then (RFC 9110 §8.8.2.1).
    const { date: _, 'last-modified': __, ...fields } = headers;
    return [target, { status, fields, text }];
  });
  return Object.fromEntries(await Promise.all(answers));
}

async function isServed(url: string, edition: number): Promise<boolean> {
  const { text } = await ask(url, '/reviews.json');
  const { lastError } = await readHealth(url);
  return lastError === null && text.includes(`edition-${edition}.`);
}

/** Whether a line tells what is wrong with a file, or with the folder itself. */
function isOf(contentDir: string, line: string): boolean {
  return line.startsWith(`${contentDir}/`) || line.startsWith(`The content folder ${contentDir} `);
}

/** Makes a bad edit, and returns once all of it is told. */
async function makeBadEdit({ make, told }: BadEdit, contentDir: string, log: Service['log']) {
  const from = log.length;
  make(contentDir);
  for (;;) {
    const lines = await loggedFailure(log, 'CONTENT_INVALID', from);
    if (lines.some((line) => isOf(contentDir, line) && told.test(line))) return lines;
    // An edit in several steps is told of again when it is done.
    const count = log.length;
    await waitUntil(`a line like ${told}, not ${lines}`, () => log.length > count);
  }
}

test('a bad edit changes nothing and is told where it stands', { timeout: 240_000 }, async (t) => {
  const contentDir = join(createFolder(t), 'content');
  let edition = 1;
  saveFiles(contentDir, goodContent(edition));
  const { url, log } = await startService(t, { content: contentDir });
  assert.ok(await isServed(url, edition));

  const tryBadEdit = async (edit: BadEdit) => {
    const before = await readEverything(url);
    const start = Date.now();
    const lines = await makeBadEdit(edit, contentDir, log);
    const { lastError } = await readHealth(url);
    assert.equal(lastError?.code, 'CONTENT_INVALID');
    assert.ok(Date.parse(lastError.time) >= start);
    assert.ok(lines.filter((line) => isOf(contentDir, line)).length >= lastError.count);
    const { text } = await ask(url, '/healthz');
    assert.doesNotMatch(text, new RegExp(`${UNPUBLISHED}|review-\\d|${contentDir}`, 'i'));
    assert.deepEqual(await readEverything(url), before);
  };
  const correct = async () => {
    edition++;
    rmSync(contentDir, { recursive: true, force: true });
    saveFiles(contentDir, goodContent(edition));
    await waitUntil(`edition ${edition}`, () => isServed(url, edition));
  };

  for (const edit of [...BAD_FILES, ...BAD_FOLDERS]) {
    await t.test(`${edit.what}, then its correction`, { skip: edit.skip ?? false }, async () => {
      await tryBadEdit(edit);
      await correct();
    });
  }
});
