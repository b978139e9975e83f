import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ContentError,
  type Finding,
  formatProblem,
  limitProblems,
  placeFindings,
  positionIn,
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

test('what a message quotes cannot break its line, steer a terminal or turn the reading direction', () => {
  const position = { line: 1, column: 1 };
  assert.equal(
    formatProblem(problemAt('a\u202e.md', position, 'x\ny\u001b[2J\u2067\u2028 “é” 👩\u200d⚖️')),
    'a\\u{202E}.md:1:1 error x\\u{A}y\\u{1B}[2J\\u{2067}\\u{2028} “é” 👩\u200d⚖️',
  );
});

test('a message has an end, whatever it quotes', () => {
  assert.equal(problemAt('a', { line: 1, column: 1 }, 'x'.repeat(5_000)).message.length, 1000);
});

for (const [text, offset, line, column] of [
  ['', 0, 1, 1],
  ['ab', 1, 1, 2],
  ['a\nb', 1, 1, 2],
  ['a\nb', 2, 2, 1],
  ['a\n\n😀b', 5, 3, 3],
] as const) {
  test(`offset ${offset} of ${JSON.stringify(text)} is ${line}:${column}`, () =>
    assert.deepEqual(positionIn(text, offset), { line, column }));
}

const many = (make: typeof problemAt, file: string, count: number) =>
  Array.from({ length: count }, (_, line) => make(file, { line: line + 1, column: 1 }, 'x'));

test('of a file fifty problems are told, of which the last may say that there are more', () => {
  const told = limitProblems([...many(problemAt, 'b', 51), ...many(problemAt, 'a', 50)]);
  assert.deepEqual(told.slice(0, 99), [...many(problemAt, 'a', 50), ...many(problemAt, 'b', 49)]);
  assert.deepEqual(
    told.slice(99).map((problem) => formatProblem(problem)),
    ['b:49:1 error more is wrong with this file; mend these 49 problems first, then check again'],
  );
});

test('no warning stands in the way of an error', () => {
  const error = problemAt('a', { line: 900, column: 1 }, 'y');
  const told = limitProblems([...many(warningAt, 'a', 80), error]);
  assert.equal(told.length, 50);
  assert.deepEqual(
    told.filter(({ severity }) => severity === 'error'),
    [error],
  );
});

/** A file of which each path stands on a line of its own, and how often it was opened. */
function createFile() {
  const file = { file: 'a.yaml', value: undefined, opened: 0 };
  const openPlaces = () => {
    file.opened++;
    return ([line]: readonly PropertyKey[]) => ({ line: Number(line), column: 1 });
  };
  return { ...file, openPlaces, timesOpened: () => file.opened };
}

function* findEndlessly(asked: { count: number }): Generator<Finding> {
  for (;;) yield { path: [++asked.count], message: 'x' };
}

test('a file is opened once for all its findings', () => {
  const file = createFile();
  const findings = [2, 5].map((line) => ({ path: [line], message: `on ${line}` }));
  assert.deepEqual(placeFindings(file, findings, warningAt), [
    { severity: 'warning', file: 'a.yaml', line: 2, column: 1, message: 'on 2' },
    { severity: 'warning', file: 'a.yaml', line: 5, column: 1, message: 'on 5' },
  ]);
  assert.equal(file.timesOpened(), 1);
});

test('no more is looked for than is told, and one to know that there is more', () => {
  const asked = { count: 0 };
  assert.equal(placeFindings(createFile(), findEndlessly(asked)).length, 51);
  assert.equal(asked.count, 51);
});
