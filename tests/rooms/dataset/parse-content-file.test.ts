import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Draft } from '#dataset/content.ts';
import type { ContentFile } from '#dataset/read/content-file.ts';
import { ParsedFolder } from '#dataset/read/parse-content.ts';
import { createYamlParser } from '#dataset/read/parse-content-file.ts';
import { StoredBusiness } from '#dataset/schema/stored-business.ts';
import { BUSINESS, filesOf, reviewText } from '../../support/content-files.ts';
import { retainedMemory } from '../../support/measure.ts';

function parse(files: readonly ContentFile[]): Draft {
  const folder = new ParsedFolder();
  folder.update({ removed: [], added: files });
  return folder.draft([]);
}

test('places are found long after a file was parsed', () => {
  const { reviews } = parse(filesOf({ 'reviews/a.md': reviewText({ name: 'Thanks' }) }));
  const [review] = reviews;
  const locate = review?.openPlaces();
  assert.deepEqual(locate?.(['name']), { line: 8, column: 7 });
  assert.deepEqual(locate?.(['verification', 'date']), { line: 7, column: 61 });
  assert.deepEqual(locate?.(['nothing']), { line: 2, column: 1 });
});

test('a file is parsed once', () => {
  const parseFile = createYamlParser(StoredBusiness);
  const [file] = filesOf({ 'business.yaml': BUSINESS });
  assert.ok(file);
  assert.equal(parseFile(file), parseFile(file));
  assert.notEqual(parseFile(file), parseFile({ ...file }));
});

test('what is missing is the same nothing every time', () => {
  const one = parse(filesOf({ 'business.yaml': BUSINESS }));
  const other = parse(filesOf({ 'business.yaml': BUSINESS, 'reviews/a.md': reviewText() }));
  for (const key of ['technicians', 'services', 'removals', 'questions'] as const) {
    assert.equal(one[key]?.value, other[key]?.value);
  }
});

test('a parsed review takes a few kilobytes, not the room of its syntax tree', () => {
  const files = filesOf(
    Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [
        `reviews/${index}.md`,
        reviewText({ id: `review-${index}` }, 'They kept me informed. '.repeat(20)),
      ]),
    ),
  );
  const before = retainedMemory();
  const draft = parse(files);
  const bytes = (retainedMemory() - before) / draft.reviews.length;
  assert.ok(bytes < 6_000, `${Math.round(bytes)} bytes a review`);
});
