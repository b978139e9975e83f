import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CATALOG } from '#artifacts/catalog.ts';
import { MAX_MARKDOWN_BYTES } from '#dataset/schema/content-limits.ts';
import { ask } from '../../support/ask.ts';
import { reviewText } from '../../support/content-files.ts';
import { createFolder } from '../../support/content-folder.ts';
import { saveFiles } from '../../support/edit-content.ts';
import { readHealth } from '../../support/read-health.ts';
import { loggedFailure, type Service, startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { faqText, goodContent, REVIEW } from './good-content.ts';

/** No answer of the service may hold this, since it stands only in what is wrong. */
const UNPUBLISHED = 'Neverpublished';

/** A way to break a content folder, and what the editor is told, behind the path of the folder. */
type BadEdit = {
  readonly what: string;
  readonly make: (contentDir: string) => void;
  readonly told: RegExp;
};

const save = (path: string, content: string | Uint8Array) => (contentDir: string) =>
  writeFileSync(join(contentDir, path), content);
const saveReview = (changes: Readonly<Record<string, string | undefined>>) =>
  save(REVIEW, reviewText({ id: 'review-1', ...changes }, UNPUBLISHED));

/** Puts something else in the place of the first review. */
const replace = (put: (place: string) => void) => (contentDir: string) => {
  rmSync(join(contentDir, REVIEW));
  put(join(contentDir, REVIEW));
};

/** What is told of a place, `line:column`, of the first review. */
const atReview = (place: string, message: string) =>
  new RegExp(`/${REVIEW.replaceAll('.', '\\.')}:${place} error ${message}`);

/** One of each kind; what else may be wrong with content: tests/rooms/dataset. */
const BAD_EDITS: readonly BadEdit[] = [
  {
    what: 'an unknown key',
    make: saveReview({ ratng: '5' }),
    told: atReview('8:1', 'ratng: is not a known key .did you mean "rating"'),
  },
  {
    what: 'bytes that are not UTF-8',
    make: save(REVIEW, Buffer.from(reviewText({}, `${UNPUBLISHED} Zoë`), 'latin1')),
    told: atReview('9:\\d+', 'is not valid UTF-8 here; save the file'),
  },
  {
    what: 'thousands of unknown keys',
    make: saveReview(
      Object.fromEntries(Array.from({ length: 15_000 }, (_, index) => [`key${index}`, 'x'])),
    ),
    told: atReview('56:1', 'more is wrong with this file; mend these 49 problems first'),
  },
  {
    what: 'a file of many megabytes',
    make: save(REVIEW, reviewText({}, UNPUBLISHED.repeat(MAX_MARKDOWN_BYTES))),
    told: atReview('1:1', 'is [\\d,]+ KiB large; a file of this kind may have 321 KiB at most'),
  },
  {
    what: 'YAML that does not end',
    make: save('technicians.yaml', `- { id: ${UNPUBLISHED}, name: [`),
    told: /technicians\.yaml:1:\d+ error is not valid YAML/,
  },
  {
    what: 'evidence that does not exist',
    make: save('faq.yaml', faqText(`review-1, ${UNPUBLISHED.toLowerCase()}`)),
    told: /faq\.yaml:1:\d+ error evidence: no review has the id/,
  },
  {
    what: 'evidence that is withheld',
    make: saveReview({
      verification: '{ status: withheld, reason: spam, date: 2026-10-06 }',
    }),
    told: /faq\.yaml:1:\d+ error evidence: review "review-1" is withheld/,
  },
  {
    what: 'a link out of the folder',
    make: replace((place) => symlinkSync('/etc/hostname', place)),
    told: atReview('1:1', 'is a link out of the content folder; copy the file'),
  },
  {
    what: 'a pipe',
    make: replace((place) => execFileSync('mkfifo', [place])),
    told: atReview('1:1', 'is not a regular file'),
  },
  {
    what: 'an empty folder',
    make: (contentDir) => {
      for (const path of Object.keys(goodContent(0))) rmSync(join(contentDir, path));
    },
    told: /business\.yaml:1:1 error is missing; create it with at least id/,
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

  for (const edit of BAD_EDITS) {
    await t.test(`${edit.what}, then its correction`, async () => {
      await tryBadEdit(edit);
      await correct();
    });
  }
});
