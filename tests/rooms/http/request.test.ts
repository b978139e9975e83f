import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorityIn, decodePath, splitTarget } from '../../../sidecar/http/request.ts';

// Bodies: tests/contract and those who read them, tests/rooms/routes/hub.test.ts and
// tests/spec/mcp-fuzz.test.ts.

for (const [target, path, query, authority] of [
  ['/', '/', ''],
  ['/a?b=c', '/a', 'b=c'],
  ['/a?', '/a', ''],
  ['/a?b?c', '/a', 'b?c'],
  ['/%41?%42', '/%41', '%42'],
  ['?b', '', 'b'],
  ['//evil.example/a?b', '//evil.example/a', 'b'],
  ['http://reviews.test:1/a?b', '/a', 'b', 'reviews.test:1'],
  ['HTTPS://reviews.test', '/', '', 'reviews.test'],
  ['http://reviews.test?b', '/', 'b', 'reviews.test'],
  ['http://', '/', '', ''],
  ['ftp://[/a', '/a', '', '['],
  ['*', '*', ''],
] as const) {
  test(`the target ${target} has the path "${path}", the query "${query}", the host ${authority}`, () => {
    assert.deepEqual(splitTarget(target), { path, query });
    assert.equal(authorityIn(target), authority);
  });
}

for (const [sent, path] of [
  ['/a%2Fb', '/a/b'],
  ['/%72eviews.json', '/reviews.json'],
  ['/caf%C3%A9', '/café'],
  ['/a+b', '/a+b'],
] as const) {
  test(`the path ${sent} is ${path}`, () => assert.equal(decodePath(sent), path));
}

test('a path that does not decode, or to control characters, is refused', () => {
  const refused = '/% /%ff /%c0%af /%ed%a0%80 /a%00 /a%0d%0aX-Evil:%20yes /a%7f /a%c2%85';
  for (const sent of refused.split(' ')) assert.equal(decodePath(sent), undefined, sent);
});
