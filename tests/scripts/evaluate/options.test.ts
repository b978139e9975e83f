import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOptions } from '../../../scripts/evaluate/options.ts';
import { isUsageError } from '../../../scripts/usage-error.ts';

test('Folders are evaluated whole, files as what they are said to be', () => {
  assert.deepEqual(parseOptions(['a', 'b', '--json', 'c']), {
    task: 'everything',
    folders: ['a', 'b'],
    json: 'c',
  });
  assert.deepEqual(parseOptions(['--polarity', 'a']), { task: 'polarity', file: 'a' });
  assert.deepEqual(parseOptions(['--aspects', 'a']), {
    task: 'aspects',
    file: 'a',
    aspectsFile: undefined,
    content: undefined,
  });
  assert.deepEqual(parseOptions(['--aspects', 'a', '--aspects-file', 'b']), {
    task: 'aspects',
    file: 'a',
    aspectsFile: 'b',
    content: undefined,
  });
});

test('What does not go together, and what is unknown, is a wrong call', () => {
  for (const args of [
    ['--polarity', 'a', '--aspects', 'b'],
    ['--aspects-file', 'a'],
    ['--polarity', 'a', '--aspects-file', 'b'],
    ['--polarity', 'a', 'b'],
    ['--aspects', 'a', '--json', 'b'],
    ['--polarity', ''],
    ['--polarity'],
    ['--nonsense'],
    ['--json', 'a', '--json', 'b'],
    ['--polarity=a', '--polarity', 'a'],
    [''],
  ]) {
    assert.throws(() => parseOptions(args), isUsageError, args.join(' '));
  }
});
