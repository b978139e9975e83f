import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailableError } from '../../../../sidecar/hub/store/hub-store.ts';
import { createHub, runHub } from './world.ts';

for (const [args, message] of [
  [
    ['lsit'],
    /^hub: There is no command "lsit" \(did you mean "list"\?\); the commands are list, show,/,
  ],
  [['unblock'], /unblock needs HOST/],
  [['list', 'a'], /"a" is unexpected: list takes no argument\./],
  [['list', '--silently'], /--silently does not go with list/],
] as const) {
  test(`[${args.join(' ')}] is refused before the store is opened`, async () => {
    const { status, out, error } = await runHub(args);
    assert.deepEqual([status, out], [2, '']);
    assert.match(error, message);
    assert.match(error, /\nUsage:\n {2}npm run hub -- list \[--blocked\] \[--json\]\n/);
  });
}

for (const [args, message] of [
  [['remove', '1', '--topic', '/feed.xml'], /An id has one topic; omit --topic\./],
  [['copy', 'postgres:/hidden@host'], /copy takes a URL such as postgres:\/\/user:password@host/],
  [['copy', 'mysql://me:hidden@host/hub'], /copy takes a URL such as/],
] as const) {
  test(`[${args.join(' ')}] is refused, and no password is printed`, async (t) => {
    const { status, error } = await (await createHub(t)).run(args);
    assert.equal(status, 2);
    assert.match(error, message);
    assert.doesNotMatch(error, /hidden/);
  });
}

test('the help is printed without a store, and says what each command does', async () => {
  for (const args of [[], ['remove', '--help'], ['-h']]) {
    const { status, out } = await runHub(args);
    assert.equal(status, 0);
    const called = [...out.matchAll(/\n {2}npm run hub -- (\w+)/g)].map(([, name]) => name);
    assert.deepEqual(called, ['list', 'show', 'test', 'remove', 'block', 'unblock', 'copy']);
    for (const name of called) assert.match(out, new RegExp(`\n  ${name} {2,}[a-z]`));
    for (const line of out.split('\n')) assert.ok(line.length <= 80, line);
  }
});

test('a store that is out of reach is reported without a stack, for programs too', async () => {
  const openStore = async () => {
    throw new StoreUnavailableError('The database does not answer.');
  };
  const { status, error } = await runHub(['list'], { openStore });
  assert.deepEqual([status, error], [1, 'hub: The database does not answer.']);
  const { out } = await runHub(['list', '--json'], { openStore });
  assert.deepEqual(JSON.parse(out), { error: 'The database does not answer.' });
});
