import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { measureAspectStars } from '../../../../scripts/lab/evaluate/aspect-stars.ts';
import {
  measurePublished,
  publishAspects,
  publishTexts,
  reportPublished,
} from '../../../../scripts/lab/evaluate/published.ts';
import { readStarredReviews } from '../../../../scripts/lab/labelled/aspect-files.ts';
import type { LabelledLine } from '../../../../scripts/lab/labelled/labelled.ts';
import { createContentFolder } from '../../../support/content-folder.ts';
import { ASPECTS, analysis, LIST, says } from './stand-ins.ts';

const line = (text: string, label: LabelledLine['label']): LabelledLine => ({ text, label });

test('in a file of two sides what is published neutral takes the likelier side in the accuracy', () => {
  const lines = [line('good', 'positive'), line('bad', 'negative'), line('so good', 'negative')];
  const figures = measurePublished(publishTexts(lines, analysis));
  assert.equal(figures.n, 3);
  assert.equal(figures.accuracy, 2 / 3);
  assert.equal(figures.coverage, 2 / 3);
  assert.equal(figures.accuracyWhenPublished, 1 / 2);
  // Both are published as surely as 0.8, and one of them is right.
  assert.ok(Math.abs((figures.calibrationError ?? 0) - 0.3) < 1e-9);
});

test('in a file that knows neutral the labels count as they are published', () => {
  const lines = [line('good', 'positive'), line('bad', 'negative'), line('so', 'neutral')];
  const figures = measurePublished(publishTexts(lines, analysis));
  assert.equal(figures.accuracy, 2 / 3);
  assert.equal(figures.coverage, 1 / 3);
  assert.equal(figures.accuracyWhenPublished, 1);
});

test('the peers stand beside, each with the same figures', () => {
  const lines = [line('good', 'positive'), line('bad', 'negative'), line('so', 'neutral')];
  const figures = measurePublished(publishTexts(lines, analysis));
  const all = { accuracy: 1, macroF1: 1, coverage: 2 / 3, accuracyWhenPublished: 1 };
  assert.deepEqual(figures.peers, { VADER: all, AFINN: all });
  assert.deepEqual(
    reportPublished('Labels', figures).rows.map(([name]) => name),
    ['as published', 'VADER', 'AFINN'],
  );
});

test('of an aspect that was not found nothing is published, and the whole text is its label', () => {
  const lines = [
    says('good food', 'food', 'positive'),
    says('good waiter', 'staff', 'positive'),
    says('bad staff', 'staff', 'negative'),
    says('nice food', 'food', 'neutral'),
  ];
  const verdicts = publishAspects(lines, LIST, analysis);
  assert.deepEqual(
    verdicts.map(({ predicted, published }) => [predicted, published.label]),
    [
      ['positive', 'positive'],
      ['positive', 'neutral'],
      ['negative', 'negative'],
      ['neutral', 'neutral'],
    ],
  );
  const { accuracy, coverage } = measurePublished(verdicts);
  assert.deepEqual([accuracy, coverage], [1, 2 / 4]);
});

const CSV = `text,all,f,s
good food and bad staff,4,5,4
good food,9,2,
nice food,1.0,1.0,0
bad staff,3,1,3
,3,5,5
good staff,,,5
`;
const COLUMNS = 'text=text,rating=all,food=f,staff=s';

function fileOf(t: TestContext, text: string): string {
  return join(createContentFolder(t, { 'stars.csv': text }), 'stars.csv');
}

test('reviews are read with their stars; what is of ten is halved, what is missing left out', (t) => {
  const reviews = readStarredReviews(fileOf(t, CSV), COLUMNS, ASPECTS);
  assert.deepEqual(
    reviews.map(({ text, rating, stars }) => [text, rating, Object.fromEntries(stars)]),
    [
      ['good food and bad staff', 4, { food: 5, staff: 4 }],
      ['good food', 4.5, { food: 2 }],
      ['nice food', 1, { food: 1 }],
      ['bad staff', 3, { food: 1, staff: 3 }],
    ],
  );
});

test('columns that the file or the list of aspects lacks are refused with what there is', (t) => {
  const file = fileOf(t, CSV);
  const reading = (columns: string) => () => readStarredReviews(file, columns, ASPECTS);
  assert.throws(reading('text=text,rating=all,foot=f'), /names "foot".*food.*staff/);
  assert.throws(reading('text=text,rating=overall'), /no column "overall".*all/);
  assert.throws(reading('text=text,food=f'), /lacks rating=COLUMN/);
});

test('published sides of mentioned aspects are held against stars that are not the middle', (t) => {
  const reviews = readStarredReviews(fileOf(t, CSV), COLUMNS, ASPECTS);
  const vocabulary = { aspects: ASPECTS, others: [], names: [] };
  const { figures, report } = measureAspectStars(
    reviews,
    vocabulary,
    analysis.published.createAnnotate,
  );
  // Food: right, wrong, and no side. Staff: wrong.
  assert.deepEqual(figures, { n: 4, coverage: 3 / 4, accuracyWhenPublished: 1 / 3 });
  assert.ok(report.rows.some(([weight]) => String(weight).endsWith('as shipped')));
});
