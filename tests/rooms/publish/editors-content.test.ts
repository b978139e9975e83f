import assert from 'node:assert/strict';
import { readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { formatProblem } from '#dataset/content-problem.ts';
import { EditorsContent } from '../../../sidecar/publish/editors-content.ts';
import { createContentFolder, saveFiles } from '../../support/content-folder.ts';
import { BASE_URL } from '../../support/release.ts';
import { goodContent, REVIEW, sampleReview } from '../../support/sample-content.ts';

const EVERYTHING = { paths: new Set<string>(), everything: true };

test('dates in the future are warnings, and change nothing published', (t) => {
  const late = sampleReview('review-9', '2062-10-02');
  const folder = createContentFolder(t, { ...goodContent(1), ...late });
  const read = (now?: () => Date) => {
    const content = new EditorsContent(folder, BASE_URL, undefined, now);
    content.refresh(EVERYTHING);
    const reading = content.check();
    if (!reading.content) assert.fail('the content is wrong');
    const later = reading.warnings.filter(({ message }) => / is later than tomorrow/.test(message));
    return [reading.content, later.length] as const;
  };
  const [content] = read();
  assert.deepEqual(
    read(() => new Date('2026-11-20T12:00:00Z')),
    [content, 1],
  );
  assert.deepEqual(
    read(() => new Date('2070-01-01T12:00:00Z')),
    [content, 0],
  );
});

/** A folder with a conflict copy of a review that is published, and what is read of it. */
function createCopied(t: TestContext) {
  const folder = createContentFolder(t, goodContent(1));
  const content = new EditorsContent(folder, BASE_URL);
  const read = (one = content) => {
    one.refresh(EVERYTHING);
    const reading = one.check();
    const problems = reading.content ? reading.warnings : reading.errors;
    return {
      text: reading.content?.reviews.find(({ id }) => id === 'review-1')?.reviewBody,
      lines: problems.map((problem) => formatProblem(problem)),
    };
  };
  const save = (path: string, text: string) => {
    const review = sampleReview('review-1', '2026-10-03', {}, text)[REVIEW] ?? '';
    saveFiles(folder, { [path]: review });
  };
  read();
  save(COPY, 'Of the copy.');
  return { folder, content, read, save };
}

const COPY = REVIEW.replace('.md', ' (conflict).md');
const ORIGINAL = 'They kept me informed.';
const HELD = `${COPY}:2:5 warning id: "review-1" is taken by ${REVIEW}, so this file is not published; delete it if it is a copy, or give it its own id only if it is another review`;

test('edits are published beside a conflict copy, which is held back until it is changed', (t) => {
  const { folder, read, save } = createCopied(t);
  assert.deepEqual(read(), { text: ORIGINAL, lines: [HELD] });
  save(REVIEW, 'Edited.');
  assert.deepEqual(read(), { text: 'Edited.', lines: [HELD] });
  save(COPY, 'Another copy.');
  assert.deepEqual(read(), { text: 'Edited.', lines: [HELD] });
  const original = readFileSync(join(folder, REVIEW), 'utf8');
  rmSync(join(folder, REVIEW));
  assert.match(read().lines.join(), /no review has the id "review-1"/);
  saveFiles(folder, { [REVIEW]: original });
  assert.deepEqual(read(), { text: 'Edited.', lines: [HELD] });
  rmSync(join(folder, REVIEW));
  read();
  save(COPY, 'Taken over.');
  assert.deepEqual(read(), { text: 'Taken over.', lines: [] });
});

test('a copy is held back after a restart where the published files are known, and is an error elsewhere', (t) => {
  const { folder, content, read, save } = createCopied(t);
  const { content: published } = content.check();
  const digests = new Set(published?.digests.values());
  const restarted = new EditorsContent(folder, BASE_URL, undefined, undefined, digests);
  assert.deepEqual(read(restarted), { text: ORIGINAL, lines: [HELD] });
  assert.match(read(new EditorsContent(folder, BASE_URL)).lines.join(), /error id: "review-1"/);
  save(REVIEW, 'Edited.');
  save(COPY, 'Edited as well.');
  assert.match(read().lines.join(), /error id: "review-1" is taken by/);
});

test('a link in the place of a published review, or of a folder of some, is an error; elsewhere a warning', (t) => {
  const { folder, read } = createCopied(t);
  rmSync(join(folder, COPY));
  read();
  symlinkSync('/', join(folder, 'reviews/away'));
  assert.match(read().lines.join('\n'), /^reviews\/away:1:1 warning is a link out[^\n]*$/);
  rmSync(join(folder, 'reviews/away'));
  for (const path of [REVIEW, 'reviews/2026']) {
    renameSync(join(folder, path), join(folder, 'aside'));
    symlinkSync('/', join(folder, path));
    assert.ok(read().lines.some((line) => line.startsWith(`${path}:1:1 error is a link out`)));
    rmSync(join(folder, path));
    renameSync(join(folder, 'aside'), join(folder, path));
    assert.deepEqual(read(), { text: ORIGINAL, lines: [] });
  }
});
