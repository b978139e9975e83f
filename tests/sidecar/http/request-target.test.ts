import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodePath, splitTarget } from '../../../sidecar/http/request-target.ts';

fc.configureGlobal({ seed: 20_261_120 });

const TARGETS: readonly (readonly [target: string, path: string, query: string])[] = [
  ['/', '/', ''],
  ['/a?b=c', '/a', 'b=c'],
  ['/a?', '/a', ''],
  ['/a?b?c', '/a', 'b?c'],
  ['/%41?%42', '/%41', '%42'],
  ['?b', '', 'b'],
  ['//evil.example/a?b', '//evil.example/a', 'b'],
  ['http://reviews.test/a?b', '/a', 'b'],
  ['HTTPS://reviews.test:8/a', '/a', ''],
  ['http://reviews.test', '/', ''],
  ['http://reviews.test?b', '/', 'b'],
  ['http://', '/', ''],
  ['ftp://[/a', '/a', ''],
  ['*', '*', ''],
];

for (const [target, path, query] of TARGETS) {
  test(`the target ${target} has the path "${path}" and the query "${query}"`, () => {
    assert.deepEqual(splitTarget(target), { path, query });
  });
}

const DECODED: readonly (readonly [sent: string, path: string | undefined])[] = [
  ['/a%2Fb', '/a/b'],
  ['/%72eviews.json', '/reviews.json'],
  ['/caf%C3%A9', '/café'],
  ['/%F0%9F%99%82', '/🙂'],
  ['/a+b', '/a+b'],
  ['/%', undefined],
  ['/%zz', undefined],
  ['/%ff', undefined],
  ['/%C3', undefined],
  ['/%c0%af', undefined],
  ['/%ed%a0%80', undefined],
  ['/a%00', undefined],
  ['/a%0d%0aX-Evil:%20yes', undefined],
  ['/a%7f', undefined],
  ['/a%c2%85', undefined],
];

for (const [sent, path] of DECODED) {
  test(`the path ${sent} is ${path ?? 'refused'}`, () => assert.equal(decodePath(sent), path));
}

test('what is encoded decodes to itself, and nothing throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const path = `/${text}`;
      const decoded = decodePath(encodeURI(path.toWellFormed()));
      if (decoded !== undefined) assert.equal(decoded, path);
      decodePath(text);
      splitTarget(text);
    }),
  );
});
