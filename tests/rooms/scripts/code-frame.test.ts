import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemAt, WHOLE_FOLDER } from '#dataset/content-problem.ts';
import { FrameReader } from '../../../scripts/check/code-frame.ts';

/** The frame of a place in a text, at a terminal of 40 columns. */
function frameOf(text: string, line: number, column: number, file = 'a.md'): string[] {
  const read = (path: string) => {
    assert.equal(path, 'content/a.md');
    return Buffer.from(text);
  };
  const problem = problemAt(file, { line, column }, 'is wrong');
  return new FrameReader('content/', 40, read).frame(problem, (caret) => `<${caret}>`);
}

test('a problem is shown in its line, with those beside it and a caret below', () => {
  assert.deepEqual(frameOf('---\nid: a\nrating: 7\nname: b\n', 3, 9), [
    '  2 | id: a',
    '> 3 | rating: 7',
    '<    |         ^>',
    '  4 | name: b',
  ]);
});

test('lines beside it that are blank or not there are left out', () => {
  assert.deepEqual(frameOf('rating: 7\n\n', 1, 1), ['> 1 | rating: 7', '<    | ^>']);
});

test('a long line is cut on both sides of the place', () => {
  const [line = '', caret = ''] = frameOf(`${'a'.repeat(200)}X${'b'.repeat(200)}`, 1, 201);
  assert.equal(line.length, 40);
  assert.equal(line[caret.indexOf('^') - 1], 'X');
});

test('what could control a terminal is escaped, and the caret stands below its place', () => {
  const [line = '', caret = ''] = frameOf('a\u001b[31mX', 1, 7);
  assert.equal(line, '> 1 | a\\u{1B}[31mX');
  assert.equal(line[caret.indexOf('^') - 1], 'X');
});

test('there is no frame of the whole folder, of a line that is not there, or of an unread file', () => {
  assert.deepEqual(frameOf('x', 1, 1, WHOLE_FOLDER), []);
  assert.deepEqual(frameOf('x', 9, 1), []);
  const problem = problemAt('a.md', { line: 1, column: 1 }, 'is wrong');
  assert.deepEqual(new FrameReader('/nowhere/', 40).frame(problem, String), []);
});
