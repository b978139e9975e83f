import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ContentError,
  compareProblems,
  formatProblem,
  problemAt,
  warningAt,
} from '#dataset/content-problem.ts';

const error = problemAt(
  'reviews/x.md',
  { line: 3, column: 9 },
  'rating: must be at most 5 (got 7)',
);
const warning = warningAt('a.md', { line: 1, column: 1 }, 'is not read');

test('a problem is one line that editors can follow', () => {
  assert.equal(formatProblem(error), 'reviews/x.md:3:9 error rating: must be at most 5 (got 7)');
  assert.equal(formatProblem(warning, 'content/'), 'content/a.md:1:1 warning is not read');
});

test('the error counts errors and lists every problem', () => {
  const { message, name, problems } = new ContentError([warning, error]);
  assert.equal(name, 'ContentError');
  assert.equal(
    message,
    'The content has 1 error:\na.md:1:1 warning is not read\nreviews/x.md:3:9 error rating: must be at most 5 (got 7)',
  );
  assert.deepEqual(problems, [warning, error]);
});

test('problems are ordered by file, line and column', () => {
  const at = (file: string, line: number, column: number) => problemAt(file, { line, column }, 'x');
  const ordered = [at('a', 1, 1), at('a', 2, 9), at('a', 10, 1), at('a', 10, 2), at('b', 1, 1)];
  assert.deepEqual(ordered.toReversed().sort(compareProblems), ordered);
});
