import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemAt, warningAt } from '#dataset/content-problem.ts';
import { formatCounts, formatFailure, formatProblems } from '../../../scripts/format-problems.ts';
import { contentOf, storedReview } from '../../support/reviews.ts';

const error = problemAt(
  'reviews/x.md',
  { line: 3, column: 9 },
  'rating: must be at most 5 (got 7)',
);
const warning = warningAt('a.md', { line: 1, column: 1 }, 'is not read');
const awkward = problemAt('a,b:50%.md', { line: 1, column: 2 }, 'holds "50%":\r\nthat, is wrong');

test('github is a workflow command a problem', () => {
  assert.equal(
    formatProblems('github', [error, warning], 'content/'),
    '::error file=content/reviews/x.md,line=3,col=9,title=Content error::rating: must be at most 5 (got 7)\n::warning file=content/a.md,line=1,col=1,title=Content warning::is not read\n',
  );
});

test('what would end a workflow command early is escaped', () => {
  assert.equal(
    formatProblems('github', [awkward], ''),
    '::error file=a%2Cb%3A50%25.md,line=1,col=2,title=Content error::holds "50%25":%0D%0Athat, is wrong\n',
  );
});

test('json is an array, with the same paths', () => {
  assert.deepEqual(JSON.parse(formatProblems('json', [error, warning], 'content/')), [
    { ...error, file: 'content/reviews/x.md' },
    { ...warning, file: 'content/a.md' },
  ]);
  assert.deepEqual(JSON.parse(formatProblems('json', [], 'content/')), []);
});

test('a problem of the whole folder is a sentence, which points at no line', () => {
  const missing = problemAt('.', { line: 1, column: 1 }, 'the content folder is missing');
  assert.equal(formatProblems('text', [missing], 'content/'), 'The content folder is missing.\n');
  assert.equal(
    formatProblems('github', [missing], 'content/'),
    '::error title=Content error::the content folder is missing\n',
  );
  assert.deepEqual(JSON.parse(formatProblems('json', [missing], 'content/')), [
    { ...missing, file: 'content' },
  ]);
});

test('counts say what is published', () => {
  const reviews = [storedReview(), storedReview({ verification: { status: 'pending' } })];
  const content = contentOf({ reviews });
  assert.equal(
    formatCounts({ content, warnings: [warning, warning] }),
    '2 reviews, 1 published; 2 warnings',
  );
  assert.equal(
    formatCounts({ content: contentOf(), warnings: [] }),
    '0 reviews, 0 published; no warnings',
  );
  const many = contentOf({ reviews: Array(12_345).fill(storedReview()) });
  assert.equal(
    formatCounts({ content: many, warnings: [] }),
    '12,345 reviews, 12,345 published; no warnings',
  );
});

test('a failure counts errors, warnings and files', () => {
  const rest = 'nothing is published until the errors are gone';
  assert.equal(formatFailure([error]), `1 error in 1 file; ${rest}`);
  const whole = problemAt('.', { line: 1, column: 1 }, 'the content folder is missing');
  assert.equal(formatFailure([whole]), `1 error; ${rest}`);
  assert.equal(formatFailure([error, error, warning]), `2 errors, 1 warning in 2 files; ${rest}`);
});
