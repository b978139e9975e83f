import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describeTools, TOOLS, TOOLS_WITH_CHATGPT } from '#agents/agents.ts';
import { STRANGERS_WORDS } from '#agents/tool.ts';
import { fetchForChatGpt, searchForChatGpt } from '#agents/tools/chatgpt.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { storedReview } from '../../../support/reviews.ts';
import { AWKWARD, BASE_URL, datasetOf } from '../../artifacts/sample-datasets.ts';
import { callTool, failureOf } from './call-tool.ts';

const source = sourceOf(AWKWARD);

test('the two tools stand behind all others, take one text each, and cost 300 tokens', async () => {
  const described = await describeTools(source, TOOLS_WITH_CHATGPT);
  assert.deepEqual(described.slice(0, TOOLS.length), await describeTools(source));
  const two = described.slice(TOOLS.length);
  assert.deepEqual(
    two.map(({ name, inputSchema }) => [name, inputSchema.required, inputSchema.properties]),
    [
      ['search', ['query'], { query: { type: 'string', description: 'Free words.' } }],
      [
        'fetch',
        ['id'],
        { id: { type: 'string', description: 'Of a result of search, such as everything.' } },
      ],
    ],
  );
  for (const { description } of two) assert.ok(description.endsWith(STRANGERS_WORDS));
  const listed = two.map(({ name, description, inputSchema, outputSchema }) =>
    JSON.stringify({ name, description, inputSchema, outputSchema }),
  );
  assert.ok(countTokens(listed.join('')) <= 300, String(countTokens(listed.join(''))));
});

test('a search answers what can be fetched, with titles to choose and to cite by', async () => {
  assert.deepEqual(await callTool(searchForChatGpt, source, { query: 'the crash in Fairhaven' }), {
    results: [
      {
        id: 'everything',
        title: 'Thanks, Maria (4.5 of 5 stars, Jane D., 2026-10-03)',
        url: `${BASE_URL}/reviews/everything/`,
      },
    ],
  });
});

test('the title of a review without one is how its text begins, or its stars', async () => {
  const long = `Good ${'😀'.repeat(50)}`;
  const reviews = [
    storedReview({ id: 'a', reviewBody: 'Good\n\nlawyers.' }),
    storedReview({ id: 'b', reviewBody: long }),
  ];
  const other = sourceOf(datasetOf({ reviews }));
  const { results } = await callTool(searchForChatGpt, other, { query: 'good' });
  const facts = '(5 of 5 stars, Jane D., 2026-10-03)';
  assert.deepEqual(
    results.map(({ title }: { readonly title: string }) => title),
    [`Good lawyers. ${facts}`, `Good ${'😀'.repeat(37)}… ${facts}`],
  );
  const { title } = await callTool(fetchForChatGpt, source, { id: 'rating-only' });
  assert.equal(title, '1 of 5 stars, Jane D., 2026-10-01');
});

test('a review is fetched as its readers see it', async () => {
  assert.deepEqual(await callTool(fetchForChatGpt, source, { id: 'everything' }), {
    id: 'everything',
    title: 'Thanks, Maria (4.5 of 5 stars, Jane D., 2026-10-03)',
    text: [
      'Thanks, Maria',
      '4.5 of 5 stars, by Jane D. on Google, 2026-10-03',
      'My divorce and the car crash in Fairhaven: Maria López did it.',
      'Reply of the business, 2026-10-07:\nThanks <3',
    ].join('\n\n'),
    url: `${BASE_URL}/reviews/everything/`,
    metadata: {
      author: 'Jane D.',
      date: '2026-10-03',
      rating: '4.5',
      relationship: 'family',
      source: 'Google',
      notice: STRANGERS_WORDS,
    },
  });
});

test('every review can be fetched by the id that a search gives it', async () => {
  for (const { id, reviewBody } of AWKWARD.reviews) {
    const { text } = await callTool(fetchForChatGpt, source, { id });
    assert.ok(text.includes(reviewBody));
  }
});

test('of a review that is too long for an answer the text is cut, and its page is named', async () => {
  const reviews = [storedReview({ reviewBody: 'word '.repeat(20_000) })];
  const answer = await callTool(fetchForChatGpt, sourceOf(datasetOf({ reviews })), {
    id: 'review-1',
  });
  assert.ok(answer.text.length < 10_000);
  assert.ok(answer.metadata.notice.includes(`${BASE_URL}/reviews/review-1.json`));
});

test('what is wrong with arguments, and which review is gone, is said', async () => {
  for (const [tool, given, said] of [
    [searchForChatGpt, {}, /^search was not called.*\n- query /],
    [searchForChatGpt, { query: 'x'.repeat(1001) }, /query must be at most 1000 characters/],
    [searchForChatGpt, { query: 'a', limit: 1 }, /"limit" is not an argument of search/],
    [fetchForChatGpt, { id: 'No id' }, /^fetch was not called/],
    [fetchForChatGpt, { id: 'nobody' }, /^No review has id nobody/],
    [fetchForChatGpt, { id: 'gone-1' }, /^Review gone-1 was taken down/],
  ] as const) {
    assert.match(await failureOf(tool, source, given), said);
  }
});
