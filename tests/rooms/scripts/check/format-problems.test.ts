import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemAt } from '#dataset/content-problem.ts';
import { frameOf } from '../../../../scripts/check/format-problems.ts';

/** The frame of a place in a text, at a terminal of 40 columns. */
function frameIn(text: string, line: number, column: number): string[] {
  const problem = problemAt('a.md', { line, column }, 'is wrong');
  return frameOf(problem, Buffer.from(text), 40, (caret) => `<${caret}>`);
}

for (const [what, text, line, column, frame] of [
  [
    'its line, with those beside it and a caret below',
    '---\r\nid: a\r\nrating: 7\r\nname: b\r\n',
    ...[3, 9, ['  2 | id: a', '> 3 | rating: 7', '<    |         ^>', '  4 | name: b']],
  ],
  ['no blank lines beside it', 'rating: 7\n\n', 1, 1, ['> 1 | rating: 7', '<    | ^>']],
  ['nothing of a line that is not there', 'x', 9, 1, []],
] as const) {
  test(`a frame shows ${what}`, () => assert.deepEqual(frameIn(text, line, column), frame));
}

test('a caret is below its place, in a line that is cut or contains a control character', () => {
  for (const text of [`${'a'.repeat(200)}X${'b'.repeat(200)}`, 'a\u001b[31mX']) {
    const [line = '', caret = ''] = frameIn(text, 1, text.indexOf('X') + 1);
    assert.ok(line.length <= 40 && !line.includes('\u001b'), line);
    assert.equal(line[caret.indexOf('^') - 1], 'X');
  }
});
