import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerSearches, listSearches } from '../../../../../scripts/lab/bench/mcp/questions.ts';

test('the first twenty searches that find enough are kept with their answers', async () => {
  const searches = listSearches();
  const isRare = ({ input }: (typeof searches)[number]) => input.query === 'case';
  const answered = await answerSearches(searches, async (question) => ({
    count: isRare(question) ? 3 : 20,
    asked: question.input,
  }));
  assert.equal(answered.length, 20);
  assert.deepEqual(
    answered.map(({ input }) => input),
    searches
      .filter((question) => !isRare(question))
      .slice(0, 20)
      .map(({ input }) => input),
  );
  for (const { input, content } of answered) assert.deepEqual(content, { count: 20, asked: input });
});

test('no two searches are the same', () => {
  const texts = listSearches().map((question) => JSON.stringify(question));
  assert.equal(new Set(texts).size, texts.length);
});

test('too few searches that find enough are an error', async () => {
  await assert.rejects(
    answerSearches(listSearches(), async () => ({ count: 19 })),
    /Only 0 searches find 20 reviews/,
  );
});
