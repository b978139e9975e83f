import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { getBusiness } from '#agents/tools/business.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { AWKWARD, datasetOf } from '../../artifacts/sample-datasets.ts';
import { callTool, failureOf } from './call-tool.ts';

const source = sourceOf(AWKWARD);

test('the business, its rating, the collection and the revision are answered', async () => {
  const { business, aggregateRating, collection } = AWKWARD;
  const dataset = {
    etag: source.etag,
    dateModified: '2026-10-10',
    reviewCount: 12,
    firstReview: '2026-09-01',
    lastReview: '2026-10-03',
  };
  const expected = { business, aggregateRating, collection, dataset };
  assert.deepEqual(await callTool(getBusiness, source, undefined), expected);
});

test('a business without reviews has no dates', async () => {
  const { dataset, aggregateRating } = await callTool(getBusiness, sourceOf(datasetOf()));
  const nothing = { dateModified: null, firstReview: null, lastReview: null };
  assert.deepEqual(dataset, { ...nothing, etag: dataset.etag, reviewCount: 0 });
  assert.equal(aggregateRating.ratingValue, null);
});

test('parts are answered without the others, the business always with its name', async () => {
  const ask = (parts: unknown) => callTool(getBusiness, source, { parts });
  const { name, employee, services, areaServed } = AWKWARD.business;
  assert.deepEqual(await ask('Staff'), { business: { name, employee } });
  assert.deepEqual(await ask(['services']), { business: { name, services, areaServed } });
  assert.deepEqual(await ask(['rating']), { aggregateRating: AWKWARD.aggregateRating });
  assert.deepEqual(Object.keys(await ask(['dataset', 'collection'])), ['collection', 'dataset']);
  const whole = await callTool(getBusiness, source);
  const every = ['profile', 'contact', 'staff', 'services', 'rating', 'collection', 'dataset'];
  const { business, ...others } = await ask(every);
  const { aggregateRating, collection, dataset } = whole;
  assert.deepEqual(others, { aggregateRating, collection, dataset });
  for (const [member, value] of Object.entries(business)) {
    assert.deepEqual(value, whole.business[member]);
  }
});

test('a part that there is not is refused with all there are', async () => {
  const message = await failureOf(getBusiness, source, { parts: ['hours'] });
  assert.match(message, /must be one of profile, contact, staff, services, rating, collection/);
});

test('of a large firm that describes itself at length, as much is answered as there is room for', async () => {
  const { business, ...head } = await source.head();
  const [first = assert.fail()] = business.employee;
  const employee = Array.from({ length: 3000 }, (_, at) => ({ ...first, id: `person-${at}` }));
  const description = 'We never lost a case. '.repeat(5000);
  const vast = { ...business, description, employee };
  const vastSource = { ...source, head: async () => ({ ...head, business: vast }) };
  for (const [given, cut] of [
    [{}, 'description, employee'],
    [{ parts: ['staff', 'rating'] }, 'employee'],
  ] as const) {
    const { hints, ...answer } = await callTool(getBusiness, vastSource, given);
    const people = `${cut} (the first ${answer.business.employee.length} of 3000)`;
    assert.deepEqual(hints, [
      `Cut, as the answer is very long: ${people}. The whole is in ${source.baseUrl}/reviews.json.`,
    ]);
    assert.ok(countTokens(JSON.stringify(answer)) <= 20_000);
    assert.ok(answer.business.employee.length > 300);
    assert.equal(answer.business.employee[299].id, 'person-299');
    assert.deepEqual(answer.aggregateRating, AWKWARD.aggregateRating);
  }
  const { business: profile } = await callTool(getBusiness, vastSource, { parts: ['profile'] });
  assert.ok(description.startsWith(profile.description.slice(0, 7000)));
});
