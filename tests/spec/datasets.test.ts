import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { FeedDocument } from '#artifacts/json-feed.ts';
import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { ask } from '../support/ask.ts';
import { startDemonstration } from '../support/demonstration.ts';
import { BASE_URL } from '../support/release.ts';

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
