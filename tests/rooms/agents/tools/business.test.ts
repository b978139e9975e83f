import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { getBusiness } from '#agents/tools/business.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { AWKWARD, datasetOf } from '../../artifacts/sample-datasets.ts';
import { callTool } from './call-tool.ts';

const source = sourceOf(AWKWARD);

test('a business without reviews has no dates', async () => {
  const { dataset, aggregateRating } = await callTool(getBusiness, sourceOf(datasetOf()));
  const nothing = { dateModified: null, firstReview: null, lastReview: null };
  assert.deepEqual(dataset, { ...nothing, etag: dataset.etag, reviewCount: 0 });
  assert.equal(aggregateRating.ratingValue, null);
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
