import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATALOG } from '#artifacts/catalog.ts';
import { SearchQuery } from '#query/search-query.ts';
import { currentSource, sourceOf } from '../../../sidecar/mcp/release-source.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { BUSINESS } from '../../support/content-files.ts';
import { bytesAt, makeRelease } from '../../support/release.ts';
import { sourceOf as sourceOfDataset } from '../../support/review-source.ts';

const made = await makeRelease();
const source = sourceOf(made.release);

const published = (path: string) =>
  JSON.parse(Buffer.from(bytesAt(made.sealed, path)).toString('utf8'));

test('the head and the insights are those that are published', () => {
  const { reviews: _reviews, ...head } = published('/reviews.json');
  for (const [name, value] of Object.entries(source.head)) assert.deepEqual(value, head[name]);
  assert.ok(Object.keys(source.head).length >= 5);
  assert.deepEqual(source.insights, published('/insights.json'));
});

test('a release and its dataset are the same to agents', async () => {
  const expected = sourceOfDataset(made.dataset);
  assert.equal(source.baseUrl, expected.baseUrl);
  assert.equal(source.etag, expected.etag);
  assert.deepEqual(source.removed, expected.removed);
  for (const [name, value] of Object.entries(expected.head)) {
    assert.deepEqual(JSON.parse(JSON.stringify(value)), Reflect.get(source.head, name), name);
  }
  for (const { path } of CATALOG) {
    const [own, other] = [source.file(path), expected.file(path)];
    assert.ok(own && other);
    assert.deepEqual(Buffer.from(own.bytes), Buffer.from(other.bytes));
    assert.deepEqual([own.etag, own.mediaType], [other.etag, other.mediaType]);
  }
  const query = SearchQuery.parse({ query: 'informed' });
  assert.deepEqual(await source.search(query), await expected.search(query));
});

test('pages are files too, and what is not published is none', () => {
  assert.match(source.file('/reviews/review-a/')?.mediaType ?? '', /^text\/html/);
  assert.equal(source.file('/reviews/gone-2026/'), undefined);
  assert.equal(source.file('/nothing'), undefined);
});

test('a release is read once, whoever asks', () => {
  assert.equal(sourceOf(made.release), source);
  assert.equal(source.head, source.head);
  assert.equal(source.insights, source.insights);
});

test('a release without reviews has a head as well', async () => {
  const { release } = await makeRelease({ 'business.yaml': BUSINESS });
  assert.equal(sourceOf(release).head.count, 0);
  assert.equal(sourceOf(release).head.business.name, 'Harbor Law');
});

test('before there is a release the endpoint says when to come back', async () => {
  const current = new CurrentRelease();
  const expected = { status: 503, code: -32_000, headers: { 'Retry-After': '2' } };
  assert.throws(() => currentSource(current), expected);
  await current.swap(made.release);
  assert.equal(currentSource(current), source);
});
