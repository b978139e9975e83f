import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCompressible, mediaTypeOf } from '#artifacts/media-types.ts';

for (const [path, mediaType, compressible] of [
  ['index.html', 'text/html; charset=utf-8', true],
  ['_astro/page.Ab-1.css', 'text/css; charset=utf-8', true],
  ['copy-url.js', 'text/javascript; charset=utf-8', true],
  ['.well-known/openapi.json', 'application/json', true],
  ['sitemap.xml', 'application/xml', true],
  ['robots.txt', 'text/plain; charset=utf-8', true],
  ['favicon.svg', 'image/svg+xml', true],
  ['logo.png', 'image/png', false],
  ['favicon.ico', 'image/x-icon', false],
  ['photo.webp', 'image/webp', false],
  ['font.woff2', 'font/woff2', false],
  ['data.bin', 'application/octet-stream', false],
  ['CNAME', 'application/octet-stream', false],
] as const) {
  test(`${path} is ${mediaType}${compressible ? '' : ', not to be compressed'}`, () => {
    assert.equal(mediaTypeOf(path), mediaType);
    assert.equal(isCompressible(mediaType), compressible);
  });
}

for (const mediaType of [
  'application/mcp-server-card+json',
  'application/ai-catalog+json',
  'application/atom+xml',
]) {
  test(`${mediaType} is text in a structured syntax, and compressed`, () => {
    assert.ok(isCompressible(mediaType));
  });
}

test('names of members that every object has are no extensions', () => {
  for (const path of ['a.constructor', 'a.toString', 'a.__proto__']) {
    assert.equal(mediaTypeOf(path), 'application/octet-stream');
  }
});
