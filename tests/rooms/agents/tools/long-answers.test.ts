import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { getBusiness } from '#agents/tools/business.ts';
import { fetchForChatGpt } from '#agents/tools/chatgpt.ts';
import { getInsights } from '#agents/tools/insights.ts';
import { getReview, searchReviews } from '#agents/tools/reviews.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { AWKWARD_CONTENT, datasetOf, NAMED } from '../../artifacts/sample-datasets.ts';
import { callTool, failureOf } from './call-tool.ts';

const PRICE = { id: 'price', name: 'Price', description: 'What it costs.', terms: ['fee'] };
const source = sourceOf(datasetOf({ ...AWKWARD_CONTENT, ...NAMED, aspects: [PRICE] }));
const insights = await source.insights();
const { business, ...head } = await source.head();
const [someAspect = assert.fail()] = insights.aspects;
const [employee = assert.fail()] = business.employee;
const [technician = assert.fail()] = insights.entities.technicians;

/** Many of something, each with an id of its own. */
const many = <One extends object>(one: One, length: number) =>
  Array.from({ length }, (_, at) => ({ ...one, id: `number-${at}` }));

/** A source whose editors write so, and at length, about everything. */
function wordySource(text: string) {
  const finding = { text, aspect: 'value', evidence: ['everything'] };
  const findings = Array.from({ length: 30 }, () => finding);
  const summary = { ...insights.summary, headline: text, text, strengths: findings };
  const aspect = {
    ...someAspect,
    name: text,
    description: text,
    reviewCount: 9,
    negativeReviewCount: 1,
  };
  const entities = { ...insights.entities, technicians: many(technician, 1000) };
  return {
    ...source,
    head: async () => ({
      ...head,
      business: { ...business, description: text, employee: many(employee, 3000) },
    }),
    insights: async () => ({
      ...insights,
      business: { ...insights.business, name: text },
      aspects: [aspect, ...many(aspect, 60)],
      entities,
      summary: { ...summary, concerns: findings },
    }),
  };
}

test('an overview stays short whatever editors write, and says where the rest is', async () => {
  for (const text of ['word ', '👩', '法律', 'ጠበቃው ', 'QZXK', 'The staff were kind. ', '\n"']) {
    const overview = await callTool(getInsights, wordySource(text.repeat(500)));
    const tokens = countTokens(JSON.stringify(overview));
    assert.ok(tokens <= 1500, `${text} ${tokens}`);
    const left = 61 - overview.aspects.length;
    const more = `${left} more aspects: get_insights {"section":"aspects"}`;
    assert.equal(overview.hints.at(-1), more);
  }
  const { aspects, summary } = await callTool(getInsights, wordySource('Some words'));
  const lists = [aspects, summary.strengths, summary.concerns];
  assert.deepEqual(
    lists.map(({ length }) => length),
    [15, 5, 5],
  );
  const { hints } = await callTool(getInsights, wordySource('Some words'), { section: 'aspects' });
  assert.equal(hints.filter((hint: string) => hint.startsWith('Criticism of ')).length, 5);
});

test('no answer is longer than hosts take, and what is cut is said', async () => {
  const wordy = wordySource('word '.repeat(20_000));
  const whole = `The full content is in ${source.baseUrl}`;
  for (const [tool, given, cut] of [
    [getInsights, { section: 'summary' }, /: headline, text, strengths \(the first 1 of 30\), con/],
    [getInsights, { section: 'aspects' }, /: aspects \(the first 1 of 61\), name, description\. T/],
    [getInsights, { aspect: 'price' }, `: name, description. ${whole}/insights.json.`],
    [getBusiness, { parts: ['staff', 'rating'] }, `of 3000). ${whole}/reviews.json.`],
  ] as const) {
    const answer = await callTool(tool, wordy, given);
    assert.ok(countTokens(JSON.stringify(answer)) <= 20_000);
    const [hint = ''] = answer.hints;
    if (typeof cut === 'string') assert.ok(hint.endsWith(cut), hint);
    else assert.match(hint, cut);
  }
  const [review = assert.fail()] = AWKWARD_CONTENT.reviews ?? [];
  const long = { ...review, reviewBody: 'word '.repeat(20_000) };
  const ofOne = sourceOf(datasetOf({ ...NAMED, reviews: [long] }));
  for (const [tool, given] of [
    [getReview, { id: review.id }],
    [fetchForChatGpt, { id: review.id }],
    [searchReviews, { response_format: 'detailed' }],
  ] as const) {
    const { hints } = await callTool(tool, ofOne, given);
    assert.match(
      String(hints),
      /^Cut, because .*: (text|reviewBody)\. The full content is in http\S+\.json\.$/,
    );
  }
});

test('a name of one kind comes before that of another, in the order of the kinds', async () => {
  const austin = { id: 'austin', name: 'The austin', aliases: ['ATX'], jobTitle: '' };
  const [place = assert.fail()] = insights.entities.serviceAreas;
  const entities = {
    technicians: [{ ...technician, id: 'austin' }],
    services: [],
    serviceAreas: [{ ...place, id: 'austin' }],
  };
  const both = {
    ...source,
    names: {
      ...source.names,
      technicians: [{ ...austin, aliases: [] }],
      serviceAreas: [austin],
      aspects: many({ name: 'Aspect', aliases: [] }, 45),
    },
    insights: async () => ({ ...insights, entities }),
  };
  for (const [asked, type] of [
    ['austin', 'technician'],
    ['ATX', 'service_area'],
  ] as const) {
    assert.equal((await callTool(getInsights, both, { entity: asked })).entity.type, type);
  }
  const message = await failureOf(getInsights, both, { aspect: 'qqqq' });
  assert.match(message, /There are number-0, .*, number-19 and 25 more\.$/);
});
