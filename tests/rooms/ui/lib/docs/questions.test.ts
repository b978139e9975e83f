import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueFor } from '#words/words.ts';
import { exampleQuestions } from '../../../../../site/ui/lib/docs/questions.ts';
import { publishedReview } from '../../../../support/reviews.ts';

const SPANISH = { ...catalogueFor('es'), businessLanguage: 'es' };
const NOTHING = { technicians: [], services: [] };

test('the text of an example is what many of the newest reviews in the language of the business say', () => {
  const wordIn = (...texts: (readonly [string, string])[]) => {
    const newest = texts.map(([inLanguage, reviewBody]) =>
      publishedReview({ inLanguage, reviewBody }),
    );
    const [example] = exampleQuestions(NOTHING, newest, SPANISH);
    return new URL(example?.path ?? '', 'https://reviews.example').searchParams.get('words');
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
    exampleQuestions(NOTHING, newest.slice(0, count), SPANISH).at(-1)?.path;
  assert.equal(last(6), '/api/reviews/since/2026-01-05');
  assert.equal(last(2), '/api/reviews/since/2026-01-08');
});
