import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SearchQuery } from '#search/question/search-query.ts';
import { catalogueFor } from '#words/words.ts';
import { agentQuestions, exampleQuestions } from '../../../../site/ui/view/questions.ts';
import { publishedReview } from '../../../support/reviews.ts';

const ENGLISH = catalogueFor('en');
const ENTITIES = {
  technicians: [
    { id: 'wei-zhang', name: 'Wei Zhang', reviewCount: 0 },
    { id: 'maria-lopez', name: 'María López', reviewCount: 1 },
    { id: 'linh-tran', name: 'Linh Tran', reviewCount: 9 },
  ],
  services: [
    { id: 'divorce', name: 'Divorce', reviewCount: 0 },
    { id: 'dog-bite', name: 'Dog bites', reviewCount: 2 },
  ],
};

test('examples are questions that the search takes, of the first that reviews mention', () => {
  const examples = exampleQuestions(ENTITIES, [publishedReview()], ENGLISH);
  assert.deepEqual(
    examples.map(({ path }) => path),
    [
      '/api/reviews/search?query=called&limit=5',
      '/api/reviews/search?mentions_service=dog-bite&min_rating=4',
      '/api/reviews/search?mentions_technician=maria-lopez',
      '/api/reviews/since/2026-10-03',
    ],
  );
  assert.match(examples[1]?.title ?? '', /Dog bites/);
  for (const { path } of examples.slice(0, 3)) {
    const { searchParams } = new URL(path, 'https://reviews.example');
    const parameters = [...searchParams].map(([name, value]) => [name, Number(value) || value]);
    assert.ok(SearchQuery.safeParse(Object.fromEntries(parameters)).success, path);
  }
});

test('the example of since gets a handful of reviews, not all', () => {
  const newest = [9, 8, 7, 6, 5, 4].map((day) =>
    publishedReview({ datePublished: `2026-01-0${day}` }),
  );
  const last = (count: number) =>
    exampleQuestions(ENTITIES, newest.slice(0, count), ENGLISH).at(-1)?.path;
  assert.equal(last(6), '/api/reviews/since/2026-01-05');
  assert.equal(last(2), '/api/reviews/since/2026-01-08');
});

test('questions to agents name the business and what reviews mention, and nothing else', () => {
  const questions = agentQuestions('Harbor Law', ENTITIES, ENGLISH);
  for (const name of ['Harbor Law', 'María López', 'Dog bites']) {
    assert.equal(questions.filter((question) => question.includes(name)).length, 1, name);
  }
  for (const { technicians, services } of [
    { technicians: ENTITIES.technicians.slice(0, 1), services: ENTITIES.services.slice(0, 1) },
    { technicians: [], services: [] },
  ]) {
    assert.equal(agentQuestions('Harbor Law', { technicians, services }, ENGLISH).length, 3);
    assert.equal(exampleQuestions({ technicians, services }, [], ENGLISH).length, 1);
  }
});
