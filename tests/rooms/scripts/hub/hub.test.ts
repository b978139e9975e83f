import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailableError } from '../../../../sidecar/hub/store/hub-store.ts';
import { CALLBACK, createStore, runHub, subscription } from './world.ts';

for (const [args, code, message] of [
  [
    ['lsit'],
    2,
    /^hub: There is no command "lsit" \(did you mean "list"\?\); there are list, show,/,
  ],
  [['toString'], 2, /no command "toString"/],
  [['show'], 2, /show needs CALLBACK; write show CALLBACK\./],
  [['remove'], 2, /remove needs CALLBACK; write remove CALLBACK\./],
  [['unblock'], 2, /unblock needs HOST/],
  [['show', 'a', 'b'], 2, /"b" is too much/],
  [['list', 'a'], 2, /"a" is too much: list takes no argument\./],
  [['export', 'a', '--topic', '/feed.xml'], 2, /--topic does not go with export; leave it out\./],
  [['list', '--silently'], 2, /--silently does not go with list/],
  [['list', '--jsn'], 2, /no option --jsn \(did you mean "--json"\?\)/],
  [['remove', 'a', '--topic'], 2, /--topic needs a value; write --topic URL\./],
  [['log', '--limit', '0'], 2, /--limit must be a whole number from 1 to 10000, not "0"\./],
  [
    ['show', `${CALLBACK}x`],
    1,
    /^hub: .* has no subscription \(did you mean "https:\/\/me\.example/,
  ],
] as const) {
  test(`[${args.join(' ')}] is refused, and changes nothing`, async (t) => {
    const store = await createStore(t, { subscriptions: [subscription()] });
    const { status, out, error, opened } = await runHub(args, store);
    assert.deepEqual([status, out], [code, '']);
    assert.match(error, message);
    assert.match(error, code === 2 ? /\nUsage:\n {2}npm run hub -- list \[--json\]\n/ : /all\.$/);
    if (code === 2 && args[0] !== 'log') assert.deepEqual(opened, []);
    assert.equal((await store.listSubscriptions({})).length, 1);
  });
}

test('the help is printed without a store, and says what each command does', async (t) => {
  const store = await createStore(t);
  for (const args of [[], ['remove', '--help'], ['-h']]) {
    const { status, opened, out } = await runHub(args, store);
    assert.deepEqual([status, opened], [0, []]);
    assert.match(out, /\n {2}npm run hub -- test CALLBACK \[--topic URL\] \[--secret TEXT\]\n/);
    assert.match(out, /\n {2}export {3}writes everything, secrets too: keep it private\n/);
    for (const line of out.split('\n')) assert.ok(line.length <= 80, line);
  }
});

test('a store that is out of reach is reported without a stack, for programs too', async (t) => {
  const openStore = async () => {
    throw new StoreUnavailableError('The database does not answer.');
  };
  const store = await createStore(t);
  const { status, error } = await runHub(['list'], store, { openStore });
  assert.deepEqual([status, error], [1, 'hub: The database does not answer.']);
  const { out } = await runHub(['list', '--json'], store, { openStore });
  assert.deepEqual(JSON.parse(out), { error: 'The database does not answer.' });
});
