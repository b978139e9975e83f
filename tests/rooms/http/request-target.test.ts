import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  authorityIn,
  decodePath,
  isAuthority,
  splitTarget,
} from '../../../sidecar/http/request-target.ts';

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

for (const text of [
  'reviews.example',
  'Reviews.EXAMPLE.:8787',
  'localhost:',
  'a',
  '127.0.0.1:80',
  '999.999.999.999',
  '[::1]',
  '[2001:db8::7]:8787',
  '[::ffff:192.0.2.1]',
  '[v1.fe80::a+en1]',
  'xn--caf-dma.example',
  'under_score.example',
  '%C3%A9.example',
  "a!$&'()*+,;=-._~",
]) {
  test(`${text} is a host`, () => assert.ok(isAuthority(text)));
}

for (const text of [
  '',
  ':80',
  'a b',
  'a/b',
  'a b/<>',
  '<>',
  'a\tb',
  'user@reviews.example',
  'a:b',
  'a:80:80',
  'a:-1',
  '::1',
  '[::1',
  '::1]',
  '[]',
  '[]:80',
  '[::1%25eth0]',
  '[fe80::1%eth0]',
  '[127.0.0.1]',
  '[a]',
  '[v1.]',
  '[::1]a',
  'caf\xe9.example',
  '%.example',
  '%zz',
  'a"b',
  'a\\b',
  'http://a',
  'a?b',
  'a#b',
  'a, b',
]) {
  test(`${JSON.stringify(text)} is no host`, () => assert.ok(!isAuthority(text)));
}

test('a target of the absolute form names an authority, others do not', () => {
  for (const [target, authority] of [
    ['http://a.example:1/b?c', 'a.example:1'],
    ['HTTPS://a.example?b', 'a.example'],
    ['http://', ''],
    ['/a', undefined],
    ['//a.example/b', undefined],
    ['*', undefined],
    [undefined, undefined],
  ] as const) {
    assert.equal(authorityIn(target), authority);
  }
});

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
