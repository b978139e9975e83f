import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SearchQuery } from '#search/search-query.ts';
import { agentQuestions, exampleQuestions } from '../../../../site/ui/view/questions.ts';
import { publishedReview } from '../../../support/reviews.ts';

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
const NOBODY = { technicians: [], services: [] };
const UNMENTIONED = {
  technicians: ENTITIES.technicians.slice(0, 1),
  services: ENTITIES.services.slice(0, 1),
};

test('every example is a question that the search understands', () => {
  const paths = exampleQuestions(ENTITIES, [publishedReview()]).map(({ path }) => path);

  assert.equal(paths.length, 4);
  for (const path of paths.filter((one) => one.startsWith('/api/reviews/search'))) {
    const { searchParams } = new URL(path, 'https://reviews.example');
    const parameters = [...searchParams].map(([name, value]) => [
      name,
      /^\d+$/.test(value) ? Number(value) : value,
    ]);
    assert.ok(SearchQuery.safeParse(Object.fromEntries(parameters)).success, path);
  }
});

test('examples name the first person and the first service that reviews mention', () => {
  const [, service, technician] = exampleQuestions(ENTITIES, [publishedReview()]);

  assert.deepEqual(
    [service?.title, technician?.title],
    ['Four stars and more that mention “Dog bites”', 'Reviews that mention María López'],
  );
});

for (const [what, entities] of [
  ['whom no review mentions', UNMENTIONED],
  ['of a business that names nobody', NOBODY],
] as const) {
  test(`people and services ${what} are not asked for`, () => {
    const paths = exampleQuestions(entities, []).map(({ path }) => path);

    assert.deepEqual(paths, ['/api/reviews/search?query=called&limit=5']);
    assert.equal(agentQuestions('Harbor Law', entities).length, 3);
  });
}

test('the example of since gets a handful of reviews, not all', () => {
  const newest = Array.from({ length: 9 }, (_, index) =>
    publishedReview({ datePublished: `2026-01-0${9 - index}` }),
  );

  assert.equal(exampleQuestions(NOBODY, newest).at(-1)?.path, '/api/reviews/since/2026-01-05');
  assert.equal(
    exampleQuestions(NOBODY, newest.slice(0, 2)).at(-1)?.path,
    '/api/reviews/since/2026-01-08',
  );
});

test('questions to agents name the business, and people and services that reviews mention', () => {
  const questions = agentQuestions('Harbor Law', ENTITIES);

  assert.equal(questions.length, 5);
  for (const name of ['Harbor Law', 'María López', '“Dog bites”']) {
    assert.equal(questions.filter((question) => question.includes(name)).length, 1, name);
  }
  for (const question of questions) assert.match(question, /^[A-Z].*[?.]$/);
});
