import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOptions } from '../../../../scripts/insights/insights.ts';
import { isUsageError } from '../../../../scripts/usage-error.ts';

test('a review or an aspect is named, and whose', () => {
  assert.deepEqual(parseOptions(['--review', 'google-1']), {
    show: 'review',
    id: 'google-1',
    content: undefined,
    isJson: false,
  });
  assert.deepEqual(parseOptions(['--aspect', 'staff', '--content', 'mine', '--json']), {
    show: 'aspect',
    id: 'staff',
    content: 'mine',
    isJson: true,
  });
});

for (const args of [
  [],
  ['--review', 'a', '--aspect', 'b'],
  ['--review'],
  ['--review', 'a', '--content', ''],
  ['--reviews', 'a'],
  ['a'],
]) {
  test(`is refused: ${args.join(' ') || 'nothing'}`, () => {
    assert.throws(() => parseOptions(args), isUsageError);
  });
}
