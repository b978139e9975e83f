import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getInsights } from '#agents/tools/insights.ts';
import { renderInsightsJson } from '#artifacts/artifacts.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { AWKWARD } from '../../artifacts/sample-datasets.ts';
import { callTool, failureOf } from './call-tool.ts';

const source = sourceOf(AWKWARD);
const published = JSON.parse(new TextDecoder().decode(renderInsightsJson(AWKWARD)));
const ALWAYS = [
  'schemaVersion',
  'dateModified',
  'business',
  'period',
  'reviewCount',
  'textReviewCount',
  'methodology',
  'sentiment',
];

test('without sections it is insights.json', async () => {
  assert.deepEqual(await callTool(getInsights, source), published);
  const all = ['topics', 'summary', 'faq', 'aspects', 'entities'];
  assert.deepEqual(await callTool(getInsights, source, { sections: all }), published);
});

test('with sections it is insights.json without the others', async () => {
  for (const [sections, held] of [
    [['faq'], ['faq']],
    [
      ['summary', 'entities'],
      ['entities', 'summary'],
    ],
    [['aspects'], ['aspects']],
    [
      ['topics', 'aspects'],
      ['aspects', 'topics'],
    ],
  ]) {
    const answer = await callTool(getInsights, source, { sections });
    assert.deepEqual(Object.keys(answer), [...ALWAYS, ...(held ?? [])]);
    for (const name of held ?? []) assert.deepEqual(answer[name], published[name]);
  }
});

/** A source that counts how often its insights are read. */
function countingSource() {
  const reads = { count: 0 };
  const counting: ReviewSource = {
    ...source,
    insights: () => {
      reads.count++;
      return source.insights();
    },
  };
  return { counting, reads };
}

test('the same sections are put together once, in whatever order they are asked', async () => {
  const { counting, reads } = countingSource();
  for (const sections of [
    ['faq', 'summary'],
    ['summary', 'faq'],
  ]) {
    await callTool(getInsights, counting, { sections });
  }
  assert.equal(reads.count, 1);
});

for (const [sections, message] of [
  [[], 'sections must be a list of at least one of aspects, entities, topics, faq, summary'],
  ['faq', 'sections must be a list of at least one of aspects, entities, topics, faq, summary'],
  [['reviews'], 'sections.0 must be one of aspects, entities, topics, faq, summary'],
  [['faq', 'faq'], 'sections must not hold a section twice'],
] as const) {
  test(`${JSON.stringify(sections)} is refused: ${message}`, async () => {
    assert.ok((await failureOf(getInsights, source, { sections })).includes(`\n- ${message} (got`));
  });
}
