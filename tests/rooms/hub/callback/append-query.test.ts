import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appendQuery } from '../../../../sidecar/hub/callback/append-query.ts';

const PARAMETERS = [
  ['hub.mode', 'subscribe'],
  ['hub.topic', 'https://a.test/feed.xml?x=1&y=é'],
] as const;
const QUERY = 'hub.mode=subscribe&hub.topic=https%3A%2F%2Fa.test%2Ffeed.xml%3Fx%3D1%26y%3D%C3%A9';

const TABLE = [
  ['/', `/?${QUERY}`],
  ['/a/../%7e', `/a/../%7e?${QUERY}`],
  ['/?foo=bar&red=fish', `/?foo=bar&red=fish&${QUERY}`],
  ['/?hub.mode=x', `/?hub.mode=x&${QUERY}`],
  ['/?a=1&a=2', `/?a=1&a=2&${QUERY}`],
  ['/?x=%2F+%20', `/?x=%2F+%20&${QUERY}`],
  ['/?', `/?${QUERY}`],
  ['/?a&', `/?a&${QUERY}`],
  ['/?a=b?c', `/?a=b?c&${QUERY}`],
  ['/?a=b?', `/?a=b?&${QUERY}`],
] as const;

for (const [target, expected] of TABLE) {
  test(`H16 §5.1.1: ours come behind ${target}, which stays as it is`, () => {
    assert.equal(appendQuery(target, PARAMETERS), expected);
  });
}

test('without parameters nothing is added', () => {
  assert.equal(appendQuery('/a', []), '/a');
});
