import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHubCommand } from '../../../../scripts/hub/options.ts';
import { isUsageError } from '../../../../scripts/usage-error.ts';

test('every command is read with its argument and flags', () => {
  const callback = 'https://me.example/';
  assert.deepEqual(parseHubCommand(['list']), { name: 'list', isJson: false });
  assert.deepEqual(parseHubCommand(['show', callback, '--json']), {
    name: 'show',
    callback,
    isJson: true,
  });
  assert.deepEqual(parseHubCommand(['remove', callback]), {
    name: 'remove',
    callback,
    topic: undefined,
  });
  assert.deepEqual(parseHubCommand(['remove', '--topic', '/feed.xml', callback]), {
    name: 'remove',
    callback,
    topic: '/feed.xml',
  });
  assert.deepEqual(parseHubCommand(['test', callback]), { name: 'test', callback });
  assert.deepEqual(parseHubCommand(['export', 'hub.json', '--force']), {
    name: 'export',
    file: 'hub.json',
    isForced: true,
  });
  assert.deepEqual(parseHubCommand(['import', '-']), { name: 'import', file: '-' });
});

test('nothing, and --help anywhere, ask for the help', () => {
  for (const args of [[], ['--help'], ['-h'], ['remove', '--help']]) {
    assert.deepEqual(parseHubCommand(args), { name: 'help' });
  }
});

const WRONG: readonly (readonly [readonly string[], RegExp])[] = [
  [['lsit'], /no command "lsit" \(did you mean "list"\?\); there are list, show, remove, test,/],
  [['toString'], /no command "toString"/],
  [['list', 'more'], /"more" is too much; list takes nothing/],
  [['show'], /show needs CALLBACK/],
  [['show', ''], /show needs CALLBACK/],
  [['show', 'a', 'b'], /"b" is too much; show takes CALLBACK/],
  [['remove', 'a', '--json'], /--json does not go with remove/],
  [['list', '--topic', 'x'], /--topic does not go with list/],
  [['import', 'a', '--force'], /--force does not go with import/],
  [['export'], /export needs FILE/],
  [['list', '--jsn'], /--jsn/],
  [['remove', 'a', '--topic'], /--topic/],
];

for (const [args, message] of WRONG) {
  test(`[${args.join(' ')}] is wrong usage`, () => {
    assert.throws(
      () => parseHubCommand(args),
      (error) => isUsageError(error) && message.test(error.message),
    );
  });
}
