import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOptions } from '../../../../scripts/lab/evaluate/options.ts';
import { isUsageError } from '../../../../scripts/usage-error.ts';

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
    columns: '',
  });
  assert.deepEqual(parseOptions(['--aspects', 'a', '--aspects-file', 'b']), {
    task: 'aspects',
    file: 'a',
    aspectsFile: 'b',
    content: undefined,
    columns: '',
  });
});

test('Aspect stars need their columns, and take the same lists', () => {
  const columns = 'text=a,rating=b';
  assert.deepEqual(parseOptions(['--aspect-stars', 'a', '--columns', columns, '--content', 'c']), {
    ...{ task: 'aspect-stars', file: 'a', aspectsFile: undefined, content: 'c', columns },
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
    ['--aspect-stars', 'a'],
    ['--polarity', 'a', '--columns', 'text=a'],
    ['--aspects', 'a', '--aspect-stars', 'b', '--columns', 'text=a'],
    ['--json', 'a', '--json', 'b'],
    ['--polarity=a', '--polarity', 'a'],
    [''],
  ]) {
    assert.throws(() => parseOptions(args), isUsageError, args.join(' '));
  }
});
