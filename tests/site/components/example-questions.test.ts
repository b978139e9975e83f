import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDataset } from '#dataset/dataset.ts';
import { SearchQuery } from '#query/search-query.ts';
import { exampleQuestions } from '../../../site/components/example-questions.ts';
import { contentOf, storedReview } from '../../support/reviews.ts';

const BASE_URL = 'https://reviews.example';
const LINH = { id: 'linh-tran', name: 'Linh Tran', jobTitle: 'Paralegal', unambiguous: true };
const FULL = contentOf({
  technicians: [{ ...LINH, aliases: [] }],
  services: [{ id: 'dog-bite', name: 'Dog bites', aliases: ['dog bite'] }],
  reviews: [storedReview({ reviewBody: 'Linh called about the dog bite.' })],
});

test('every example is a question that the search understands', () => {
  const paths = exampleQuestions(createDataset(FULL, BASE_URL)).map(({ path }) => path);

  assert.equal(paths.length, 4);
  for (const path of paths.filter((one) => one.startsWith('/api/reviews/search'))) {
    const parameters = [...new URL(path, BASE_URL).searchParams].map(([name, value]) => [
      name,
      /^\d+$/.test(value) ? Number(value) : value,
    ]);
    assert.ok(SearchQuery.safeParse(Object.fromEntries(parameters)).success, path);
  }
});

test('examples name only what the reviews mention', () => {
  const paths = exampleQuestions(createDataset(contentOf(), BASE_URL)).map(({ path }) => path);

  assert.deepEqual(paths, ['/api/reviews/search?query=called&limit=5']);
});

test('the example of since gets a handful of reviews, not all', () => {
  const reviews = Array.from({ length: 9 }, (_, index) =>
    storedReview({ id: `review-${index}`, datePublished: `2026-01-0${index + 1}` }),
  );

  const examples = exampleQuestions(createDataset(contentOf({ reviews }), BASE_URL));

  assert.equal(examples.at(-1)?.path, '/api/reviews/since/2026-01-05');
});
