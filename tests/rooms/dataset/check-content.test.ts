import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { shippedList } from '#dataset/aspect-lists/aspect-lists.ts';
import { checkContent, loadContent } from '#dataset/check/check-content.ts';
import {
  ContentError,
  formatProblem,
  limitProblems,
  problemAt,
  warningAt,
} from '#dataset/content-problem.ts';
import { BUSINESS, filesOf, reviewText } from '../../support/content-files.ts';
import { createContentFolder } from '../../support/content-folder.ts';
import { assertFaults } from './assert-faults.ts';

const TOMBSTONE = '- { id: gone-1, dateRemoved: 2026-10-01, reason: spam }';
const questionOf = (evidence: string, index = 1) =>
  `- { id: q-${index}, question: A, answer: B, evidence: [${evidence}], dateModified: 2026-10-01 }`;

/** The lines of the error with which content is refused. */
function linesOf(load: () => unknown): string[] {
  try {
    load();
  } catch (error) {
    assert.ok(error instanceof ContentError);
    return error.message.split('\n');
  }
  assert.fail('the content is refused');
}

test('every error of every file is reported at once, in the order of the folder', () => {
  const lines = linesOf(() =>
    checkContent(
      filesOf({
        'reviews/b.md': reviewText({ id: 'review-2', rating: '7', datePublished: '2026-02-30' }),
        'reviews/a.md': reviewText({ services: '[probate]', dateModified: '2026-10-02' }),
        'reviews/c.md': 'Hello.',
        'technicians.yaml': '- id: [',
        'business.yaml': BUSINESS.replace('https://', 'ftp://'),
      }),
    ),
  );
  assertFaults(lines, [
    'The content has 7 errors:',
    'business.yaml:4:6 error url',
    'reviews/a.md:8:12 error services',
    'reviews/a.md:9:15 error dateModified',
    'reviews/b.md:4:16 error datePublished',
    'reviews/b.md:5:9 error rating',
    'reviews/c.md:1:1 error has',
    'technicians.yaml:1:7 error the bracket',
  ]);
});

test('a file that cannot be read, or is not UTF-8, is neither missing nor empty', (t) => {
  const outside = createContentFolder(t, { 'a.yaml': '' });
  const folder = createContentFolder(t, {
    'services.yaml': Buffer.from('- { id: zoe, name: Zoë }', 'latin1'),
    'reviews/a.md': reviewText({ technicians: '[maria-lopez]', services: '[zoe]' }),
  });
  for (const name of ['business.yaml', 'technicians.yaml']) {
    symlinkSync(join(outside, 'a.yaml'), join(folder, name));
  }
  assertFaults(
    linesOf(() => loadContent(folder)),
    [
      'The content has 3 errors:',
      'business.yaml:1:1 error is a link',
      'services.yaml:1:1 error is not valid UTF-8',
      'technicians.yaml:1:1 error is a link',
    ],
  );
});

const repeat = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('\n');
const MORE = 'error this file has more problems; fix these 49 first, then check again';

for (const [what, path, text] of [
  ['unknown keys', 'reviews/a.md', `---\n${repeat(5_000, (index) => `key${index}: x`)}\n---\n`],
  ['ids given twice', 'removed.yaml', repeat(4_000, () => TOMBSTONE)],
  ['missing reviews', 'faq.yaml', repeat(2_000, (index) => questionOf(`nobody-${index}`, index))],
] as const) {
  test(`of ${what} some are reported, and that there are more`, { timeout: 60_000 }, () => {
    const files = { 'business.yaml': BUSINESS, 'reviews/b.md': reviewText({ id: 'review-2' }) };
    const [, ...lines] = linesOf(() => checkContent(filesOf({ ...files, [path]: text })));
    assert.equal(lines.length, 50);
    assert.ok(lines.at(-1)?.endsWith(MORE));
  });
}

const START = { line: 1, column: 1 };

test('a problem is one line, which nothing that it quotes can break, turn or make endless', () => {
  const warning = warningAt('a.md', START, 'is not read');
  assert.equal(formatProblem(warning, 'content/'), 'content/a.md:1:1 warning is not read');
  const hostile = problemAt('a\u202e.md', START, 'x\ny\u001b[2J\u2067\u2028 “é” 👩\u200d⚖️');
  const shown = 'a\\u{202E}.md:1:1 error x\\u{A}y\\u{1B}[2J\\u{2067}\\u{2028} “é” 👩\u200d⚖️';
  assert.equal(formatProblem(hostile), shown);
  assert.equal(problemAt('a', START, 'x'.repeat(5_000)).message.length, 1000);
});

const many = (make: typeof problemAt, file: string, count: number) =>
  Array.from({ length: count }, (_, line) => make(file, { line: line + 1, column: 1 }, 'x'));

test('no warning stands in the way of an error', () => {
  const error = problemAt('a', { line: 900, column: 1 }, 'y');
  const limited = limitProblems([...many(warningAt, 'a', 80), error]);
  assert.equal(limited.length, 50);
  assert.deepEqual(
    limited.filter(({ severity }) => severity === 'error'),
    [error],
  );
});

test('without aspects.yaml the general list is used', () => {
  const load = (aspects: string) => {
    const review = reviewText({ aspects: `{ ${aspects}: positive }` });
    return checkContent(filesOf({ 'business.yaml': BUSINESS, 'reviews/a.md': review })).content;
  };
  const { aspects, others } = load('staff');
  assert.deepEqual({ aspects, others }, shippedList('general'));
  const missing = 'is not defined in aspects.yaml, which is missing, nor in the list "general"';
  const [, line] = linesOf(() => load('compassion'));
  assert.ok(
    line?.startsWith(`reviews/a.md:8:24 error aspects: "compassion" ${missing}`),
    line ?? '',
  );
});
