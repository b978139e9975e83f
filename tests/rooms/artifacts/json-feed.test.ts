import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FeedDocument, renderJsonFeed } from '#artifacts/json-feed.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { storedReview } from '../../support/reviews.ts';
import { mentionOf } from '../insights/mention-of.ts';
import { anyDataset } from './any-dataset.ts';
import {
  AWKWARD,
  AWKWARD_BUSINESS,
  AWKWARD_TEXTS,
  BASE_URL,
  datasetOf,
  numberedReviews,
} from './sample-datasets.ts';

// RFC 3339 §5.6 date-time.
const DATE_TIME =
  /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

const feedOf = (dataset: Dataset): FeedDocument =>
  FeedDocument.parse(JSON.parse(new TextDecoder().decode(renderJsonFeed(dataset))));
const feed = feedOf(AWKWARD);

test('a feed tells what JSON Feed 1.1 asks for, and where its hub is', () => {
  const { items, _removed, ...head } = feed;
  assert.deepEqual(head, {
    version: 'https://jsonfeed.org/version/1.1',
    title: `Reviews of ${AWKWARD_BUSINESS.name}`,
    home_page_url: `${BASE_URL}/`,
    feed_url: `${BASE_URL}/api/feed.json`,
    description: 'A practice </subtitle> of law ]]> & more. Attorney advertising & <no> promise.',
    icon: AWKWARD_BUSINESS.logo,
    language: 'en',
    authors: [{ name: AWKWARD_BUSINESS.name, url: AWKWARD_BUSINESS.url }],
    hubs: [{ type: 'WebSub', url: `${BASE_URL}/api/websub/hub` }],
  });
});

test('an item holds what is known of a review', () => {
  const url = `${BASE_URL}/reviews/everything/`;
  assert.deepEqual(
    feed.items.find((item) => item.url === url),
    {
      id: url,
      url,
      external_url: 'https://maps.example/r?a=1&b=2',
      title: '4.5/5 - Jane D.: Thanks, Maria',
      content_text: 'My divorce and the car crash in Fairhaven: Maria López did it.',
      date_published: '2026-10-03T23:30:00+02:00',
      date_modified: '2026-10-05T12:00:00Z',
      authors: [{ name: 'Jane D.' }],
      language: 'es-MX',
      tags: ['car-accident', 'divorce'],
      _review: {
        about: `${BASE_URL}/openapi.json`,
        ratingValue: 4.5,
        bestRating: 5,
        technicians: ['María López'],
        services: ['car-accident', 'divorce'],
        publisher: 'Google',
        verification: 'invitation',
      },
    },
  );
});

test('what a review does not have is absent, and a text is never missing', () => {
  const item = feed.items.find(({ id }) => id.endsWith('/rating-only/'));
  assert.equal(item?.content_text, '(rating only)');
  assert.equal(item?.date_published, '2026-10-01T12:00:00Z');
  for (const absent of ['date_modified', 'external_url', 'tags', 'image']) {
    assert.ok(!Object.hasOwn(item ?? {}, absent), absent);
  }
});

test('texts are plain text, as they were written', () => {
  for (const [index, text] of AWKWARD_TEXTS.entries()) {
    const item = feed.items.find(({ id }) => id.endsWith(`/awkward-${index}/`));
    assert.equal(item?.content_text, text);
  }
});

test('aspects are tags beside services, each once', () => {
  const dataset = datasetOf({ reviews: [storedReview()] });
  const reviews = dataset.reviews.map((review) => ({
    ...review,
    mentionedServices: ['divorce', 'staff'],
    aspects: ['staff', 'outcome', 'outcome'].map((id) => mentionOf({ id })),
  }));
  const { items } = feedOf({ ...dataset, reviews });
  assert.deepEqual(items[0]?.tags, ['divorce', 'staff', 'outcome']);
});

test('every removal is told with its reason, newest first', () => {
  assert.deepEqual(feed._removed, [
    { id: 'gone-1', dateRemoved: '2026-10-10', reason: 'author-request' },
    { id: 'gone-2', dateRemoved: '2026-08-01', reason: 'spam' },
  ]);
});

for (const count of [0, 1, 49, 50, 51, 120]) {
  test(`of ${count} reviews the feed holds the newest, 50 at most`, () => {
    const { items } = feedOf(datasetOf({ reviews: numberedReviews(count) }));
    const newest = numberedReviews(count).toReversed().slice(0, 50);
    assert.deepEqual(
      items.map(({ id }) => id),
      newest.map(({ id }) => `${BASE_URL}/reviews/${id}/`),
    );
  });
}

test('a feed without reviews is a feed', () => {
  assert.deepEqual(feedOf(datasetOf()).items, []);
});

test('items follow the rules of JSON Feed 1.1, whatever the content', () => {
  fc.assert(
    fc.property(anyDataset, (dataset) => {
      const document = JSON.parse(new TextDecoder().decode(renderJsonFeed(dataset)));
      assert.deepEqual(FeedDocument.parse(document), document);
      const ids = new Set<string>();
      for (const item of feedOf(dataset).items) {
        assert.equal(item.id, item.url);
        assert.ok(URL.canParse(item.url));
        assert.notEqual(item.content_text, '');
        assert.match(item.date_published, DATE_TIME);
        assert.match(item.date_modified ?? item.date_published, DATE_TIME);
        const published = Date.parse(item.date_published);
        assert.ok(Date.parse(item.date_modified ?? item.date_published) >= published);
        ids.add(item.id);
      }
      assert.equal(ids.size, Math.min(50, dataset.reviews.length));
    }),
    { numRuns: 60 },
  );
});

test('the feed has no clock: the same dataset gives the same bytes', () => {
  assert.deepEqual(renderJsonFeed(AWKWARD), renderJsonFeed(AWKWARD));
});
