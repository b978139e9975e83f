import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { FORMATS } from '#formats/formats.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { AWKWARD } from '../../artifacts/sample-datasets.ts';
import { makeDescription, makeFormats } from './make-description.ts';

// That sha256sum reads it: tests/rooms/release/build.test.ts.
test('every file that people download has its hash, by a path below the list', async () => {
  const source = sourceOf(AWKWARD);
  const formats = makeFormats(AWKWARD);
  const paths = ['/reviews.json', '/insights.json', '/api/feed.json', '/feed.xml'];
  paths.push(...FORMATS.map(({ path }) => path));
  const lines = paths.map(async (path) => {
    const { body = [] } = (await source.file(path)) ?? {};
    return `${hash('sha256', formats.get(path) ?? joinPieces(body))}  ${path.slice(1)}\n`;
  });
  const expected = await Promise.all(lines);
  assert.equal(await makeDescription('/sha256sums.txt'), expected.join(''));
});
