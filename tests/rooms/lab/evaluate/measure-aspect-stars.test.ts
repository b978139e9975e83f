import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { measureAspectStars } from '../../../../scripts/lab/evaluate/measure-aspect-stars.ts';
import { readStarredReviews } from '../../../../scripts/lab/labelled/aspect-stars-file.ts';
import { createContentFolder } from '../../../support/content-folder.ts';
import { ASPECTS, analysis } from './stand-ins.ts';

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
