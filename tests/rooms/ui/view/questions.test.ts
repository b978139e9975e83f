import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SearchQuery } from '#search/question/search-query.ts';
import { catalogueFor } from '#words/words.ts';
import { agentQuestions, exampleQuestions } from '../../../../site/ui/view/questions.ts';
import { publishedReview } from '../../../support/reviews.ts';

const ENGLISH = { ...catalogueFor('en'), businessLanguage: 'en' };
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
  const newest = [publishedReview({ reviewBody: 'They handled my “settlement” at once.' })];
  const examples = exampleQuestions({ entities: ENTITIES, topics: [] }, newest, ENGLISH);
  assert.deepEqual(
    examples.map(({ path }) => path),
    [
      '/api/reviews/search?query=settlement&limit=5',
      '/api/reviews/search?mentions_service=dog-bite&min_rating=4',
      '/api/reviews/search?mentions_technician=maria-lopez',
      '/api/reviews/since/2026-10-03',
    ],
  );
  const [ofTopic] = exampleQuestions(
    { entities: ENTITIES, topics: [{ label: 'Phone call' }] },
    newest,
    ENGLISH,
  );
  assert.equal(ofTopic?.path, '/api/reviews/search?query=Phone+call&limit=5');
  assert.match(examples[1]?.title ?? '', /Dog bites/);
  for (const { path } of examples.slice(0, 3)) {
    const { searchParams } = new URL(path, 'https://reviews.example');
    const parameters = [...searchParams].map(([name, value]) => [name, Number(value) || value]);
    assert.ok(SearchQuery.safeParse(Object.fromEntries(parameters)).success, path);
  }
});

test('without topics the text of an example is what many of the newest reviews in the language of the business say', () => {
  const SPANISH = { ...catalogueFor('es'), businessLanguage: 'es' };
  const wordIn = (...texts: (readonly [string, string])[]) => {
    const newest = texts.map(([inLanguage, reviewBody]) =>
      publishedReview({ inLanguage, reviewBody }),
    );
    const NOTHING = { entities: { technicians: [], services: [] }, topics: [] };
    const [example] = exampleQuestions(NOTHING, newest, SPANISH);
    return new URL(example?.path ?? '', 'https://reviews.example').searchParams.get('query');
  };
  assert.equal(
    wordIn(
      ['en', 'The compensation, the compensation!'],
      ['es-MX', 'La Indemnización llegó; profesionalismo.'],
      ['es', 'Una indemnización justa, y un trato de verdad.'],
    ),
    'indemnización',
  );
  assert.equal(wordIn(['es', 'Muy bien todo.']), 'bien');
  assert.equal(wordIn(['en', 'A fair settlement.']), 'settlement');
  assert.equal(wordIn(['es', '']), null);
});

test('the example of since gets a handful of reviews, not all', () => {
  const newest = [9, 8, 7, 6, 5, 4].map((day) =>
    publishedReview({ datePublished: `2026-01-0${day}` }),
  );
  const last = (count: number) =>
    exampleQuestions({ entities: ENTITIES, topics: [] }, newest.slice(0, count), ENGLISH).at(-1)
      ?.path;
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
    assert.equal(
      exampleQuestions({ entities: { technicians, services }, topics: [] }, [], ENGLISH).length,
      0,
    );
  }
});
