import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { FeedDocument } from '#artifacts/json-feed.ts';
import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { loadContent } from '#dataset/check/check-content.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { ErrorBody } from '#search/issue.ts';
import { SinceResult } from '#search/since.ts';
import { ask } from '../support/ask.ts';
import { BASE_URL } from '../support/release.ts';
import { startDemonstration } from '../support/service.ts';

const { url, published, insights } = await startDemonstration({ after });
const { reviews } = published;

const JSON_DATASETS = ['/reviews.json', '/insights.json', '/api/feed.json'];

for (const path of JSON_DATASETS) {
  test(`§4 ${path}: 200 with a JSON object as application/json`, async () => {
    const { status, headers, json } = await ask(url, path);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'application/json');
    assert.ok(json() && !Array.isArray(json()));
  });
}

test('§2 reviews.json holds the business, the aggregate rating and all verified reviews', async () => {
  const document = ReviewsDocument.parse((await ask(url, '/reviews.json')).json());
  assert.equal(document.business.name, 'Harbor Injury Law');
  assert.equal(document.count, document.reviews.length);
  assert.equal(document.collection.reviewsPublished, document.reviews.length);
  assert.ok(document.reviews.every(({ verification }) => verification.status === 'verified'));
});

test('§2 the aggregate rating is that of the reviews', () => {
  const ratings = reviews.map(({ reviewRating }) => reviewRating.ratingValue);
  const mean = ratings.reduce((sum, one) => sum + one, 0) / ratings.length;
  const { ratingValue, ratingCount } = published.aggregateRating;
  assert.ok(Math.abs(Number(ratingValue) - mean) <= 0.05, `${ratingValue} is not about ${mean}`);
  assert.equal(ratingCount, ratings.length);
});

test('§2 a review has a date, a rating of 1 to 5, a text, technicians and service ids', () => {
  const services = new Set(insights.entities.services.map(({ id }) => id));
  const technicians = new Set(insights.entities.technicians.map(({ name }) => name));
  for (const review of reviews) {
    assert.match(review.datePublished, /^\d{4}-\d{2}-\d{2}$/);
    assert.ok(review.reviewRating.ratingValue >= 1 && review.reviewRating.ratingValue <= 5);
    assert.equal(typeof review.reviewBody, 'string');
    for (const name of review.mentionedTechnicians) assert.ok(technicians.has(name), name);
    for (const id of review.mentionedServices) assert.ok(services.has(id), id);
  }
});

test('§2 reviews stand newest first, and by id where they share a date', () => {
  const sorted = [...reviews].sort((a, b) =>
    a.datePublished === b.datePublished
      ? a.id.localeCompare(b.id, 'en')
      : b.datePublished.localeCompare(a.datePublished, 'en'),
  );
  assert.deepEqual(reviews, sorted);
});

test('§2 insights.json holds aspects, entities, topics, FAQ and a summary', async () => {
  const document = InsightsDocument.parse((await ask(url, '/insights.json')).json());
  const { technicians, services, serviceAreas } = document.entities;
  assert.ok(technicians.length > 0 && services.length > 0 && serviceAreas.length > 0);
  const members = Object.keys(document).map((name) => name.toLowerCase());
  for (const part of ['faq', 'summary']) {
    assert.ok(
      members.some((name) => name.includes(part)),
      `${part} in ${members.join()}`,
    );
  }
});

test('§2 §8 §9 the JSON Feed 1.1 holds the 50 newest reviews', async () => {
  const feed = FeedDocument.parse((await ask(url, '/api/feed.json')).json());
  assert.equal(feed.version, 'https://jsonfeed.org/version/1.1');
  assert.ok(feed.title);
  assert.deepEqual(
    feed.items.map((item) => item.url),
    reviews.slice(0, 50).map((review) => review.url),
  );
});

test('§2 feed.xml is an Atom feed of the newest reviews', async () => {
  const { status, headers, text } = await ask(url, '/feed.xml');
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'application/atom+xml');
  assert.match(text, /^<\?xml[^>]*\?>\s*<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/);
  assert.equal(text.match(/<entry>/g)?.length, 50);
  assert.match(text, new RegExp(`<link rel="hub" href="${BASE_URL}/api/websub/hub"/>`));
  assert.ok(text.indexOf(reviews[0]?.url ?? '?') < text.indexOf(reviews[49]?.url ?? '?'));
});

test('§4 §9 openapi.json is OpenAPI 3.1.0 of version 1.0.0 and names every read operation', async () => {
  const { status, json, body } = await ask(url, '/.well-known/openapi.json');
  assert.equal(status, 200);
  const document = json();
  assert.equal(document.openapi, '3.1.0');
  assert.match(JSON.stringify(document.info), /"version":"1\.0\.0"/);
  const { paths } = document;
  assert.ok(paths && typeof paths === 'object');
  const operations = Object.entries(paths).map(([path, { get }]) => `${path} ${get.operationId}`);
  for (const expected of [
    '/reviews.json getReviews',
    '/insights.json getInsights',
    '/api/feed.json getFeed',
    '/api/reviews/search searchReviews',
    '/api/reviews/since/{date} getReviewsSince',
  ]) {
    assert.ok(operations.includes(expected), expected);
  }
  assert.deepEqual((await ask(url, '/openapi.json')).body, body);
});

test('§9 no version appears in a path', async () => {
  const { paths } = (await ask(url, '/openapi.json')).json();
  assert.ok(paths);
  assert.ok(Object.keys(paths).every((path) => !/\/v?\d/.test(path)));
});

test('§5 every read endpoint is public, and an Authorization header is ignored', async () => {
  for (const path of [...JSON_DATASETS, '/feed.xml', '/api/reviews/search', '/openapi.json']) {
    const anonymous = await ask(url, path);
    for (const Authorization of ['Bearer wrong', 'Basic eDp5', 'x']) {
      const { status, body, headers } = await ask(url, path, { headers: { Authorization } });
      assert.equal(status, 200);
      assert.deepEqual(body, anonymous.body);
      assert.equal(headers.etag, anonymous.headers.etag);
      assert.equal(headers['www-authenticate'], undefined);
    }
  }
});

async function since(date: string) {
  const { status, headers, json } = await ask(url, `/api/reviews/since/${date}`);
  assert.equal(status, 200, date);
  assert.equal(headers['content-type'], 'application/json');
  return SinceResult.parse(json());
}

test('§4 since: the reviews dated on or after the date, all of them, newest first', async () => {
  const days = reviews.map(({ datePublished }) => datePublished);
  const dates = ['2000-01-01', '2024-02-29', '2026-01-01', ...new Set(days)];
  for (const date of dates) {
    const result = await since(date);
    const expected = reviews.filter(({ datePublished }) => datePublished >= date);
    assert.deepEqual(result.reviews, expected, date);
    assert.equal(result.count, expected.length);
    assert.equal(result.since, date);
  }
});

test('§4 since: a future date gives an empty list', async () => {
  const since2100 = await since('2100-01-01');
  const empty = { count: 0, dateModified: null, reviews: [], removed: [] };
  assert.deepEqual(since2100, { since: '2100-01-01', ...empty });
});

test('§4 since: what was taken down on or after the date is told, by id, day and reason alone', async () => {
  const removed = [
    { id: 'yelp-p3t9rw5e', dateRemoved: '2026-08-11', reason: 'personal-data' },
    { id: 'google-x7m2kd0q', dateRemoved: '2025-05-14', reason: 'author-request' },
  ];
  assert.deepEqual((await since('2025-05-14')).removed, removed);
  assert.deepEqual((await since('2025-05-15')).removed, removed.slice(0, 1));
  assert.deepEqual((await since('2026-08-11')).removed, removed.slice(0, 1));
  assert.deepEqual((await since('2026-08-12')).removed, []);
});

test('§4 since: dateModified is the newest change that the slice states', async () => {
  for (const date of ['2000-01-01', '2025-01-01', '2026-08-01', '2026-11-01']) {
    const { dateModified, reviews: slice, removed } = await since(date);
    const stated = slice.flatMap(
      ({ datePublished, dateModified: edited, verification, ownerReply }) =>
        [
          datePublished,
          edited,
          verification.date,
          ownerReply?.dateModified ?? ownerReply?.datePublished,
        ].filter((day) => day !== undefined),
    );
    const newest = [...stated, ...removed.map(({ dateRemoved }) => dateRemoved)].sort().at(-1);
    assert.equal(dateModified, newest ?? null, date);
  }
});

for (const date of ['2026-02-30', '2026-1-1', '0000-01-01', '2026-01-01%00', '%ff', '٢٠٢٦-٠١-٠١']) {
  test(`§4 since: ${JSON.stringify(date)} is 400 with an issue`, async () => {
    const { status, headers, json } = await ask(url, `/api/reviews/since/${encodeOdd(date)}`);
    assert.equal(status, 400);
    assert.equal(headers['cache-control'], 'no-store');
    const { issues } = ErrorBody.parse(json());
    assert.deepEqual(
      issues.map(({ path }) => path),
      [['date']],
    );
    assert.match(String(issues[0]?.message), /date must be a date that exists, written YYYY-MM-DD/);
  });
}

/** A request line holds ASCII only. */
function encodeOdd(text: string): string {
  return text.replace(/[^\p{ASCII}]/gu, encodeURIComponent);
}

const stored = loadContent('content').content.reviews;
const hidden = stored.filter(({ verification }) => verification.status !== 'verified');

/** Every address under which something of a review could stand. */
const PATHS = [
  ...['/reviews.json', '/insights.json', '/api/feed.json', '/feed.xml', '/openapi.json'],
  ...['/', '/feeds/', '/404.html', '/robots.txt', '/healthz'],
  ...['/api/reviews/search?limit=100', '/api/reviews/since/2000-01-01'],
];

test('§1 pending and withheld reviews appear nowhere, neither their ids nor their words', async () => {
  assert.ok(hidden.length > 5);
  const pages = published.reviews.map((review) => new URL(review.url).pathname);
  for (const path of [...PATHS, ...pages]) {
    const { text } = await ask(url, path);
    for (const { id, reviewBody } of hidden) {
      assert.ok(!text.includes(id), `${id} in ${path}`);
      assert.ok(!text.includes(reviewBody.slice(0, 40)), `words of ${id} in ${path}`);
    }
  }
});

test('§1 search finds no word of a review that is not published', async () => {
  for (const { id, reviewBody } of hidden) {
    const query = new URLSearchParams({ query: reviewBody.slice(0, 60).trim(), limit: '100' });
    const { total } = (await ask(url, `/api/reviews/search?${query}`)).json();
    assert.equal(total, 0, id);
  }
});

test('§1 reviews that are not published have no page', async () => {
  const removed = ['yelp-p3t9rw5e', 'google-x7m2kd0q'];
  for (const id of [...hidden.map((review) => review.id), ...removed]) {
    for (const path of [`/reviews/${id}/`, `/reviews/${id}`, `/reviews/${id}/index.html`]) {
      // RFC 9110 §15.5.11: what was there once and was taken down is gone.
      assert.equal((await ask(url, path)).status, removed.includes(id) ? 410 : 404);
    }
  }
});

test('§1 of what was taken down id, day and reason are told, and nothing else', async () => {
  const { removals } = loadContent('content').content;
  const told = removals.map(({ id, dateRemoved, reason }) => ({ id, dateRemoved, reason }));
  assert.ok(told.length > 1);
  const { _removed } = (await ask(url, '/api/feed.json')).json();
  const { removed } = (await ask(url, '/api/reviews/since/2000-01-01')).json();
  for (const lines of [_removed, removed]) assert.deepEqual(new Set([lines].flat()), new Set(told));
  for (const path of PATHS) {
    if (['/api/feed.json', '/api/reviews/since/2000-01-01'].includes(path)) continue;
    const { text } = await ask(url, path);
    for (const { id } of told) assert.ok(!text.includes(id), `${id} in ${path}`);
  }
});
