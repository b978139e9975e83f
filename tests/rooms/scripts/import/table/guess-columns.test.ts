import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessColumns } from '../../../../../scripts/import/read/table/guess-columns.ts';

const GUESSED = [
  ['author', 'Consumer Username'],
  ['author', 'Posted By'],
  ['author', 'reviewer.displayName'],
  ['author', 'Written by'],
  ['author', 'Buyer name'],
  ['rating', 'Customer Rating'],
  ['rating', 'Stars given'],
  ['date', 'Review Created (UTC)'],
  ['date', 'Date Posted'],
  ['date', 'Posted on'],
  ['title', 'Review Headline'],
  ['text', 'Full review text'],
  ['text', 'Customer Comments'],
  ['reply', 'Company Reply'],
  ['reply', 'Response from the owner'],
  ['reply', 'Company Reply Content'],
  ['replyDate', 'Company Reply Date (UTC)'],
  ['replyDate', 'Responded at'],
  ['url', 'Public review URL'],
  ['language', 'Language of the review'],
] as const;

for (const [key, column] of GUESSED) {
  test(`a column "${column}" is the ${key}`, () => {
    const { map, unclear } = guessColumns([column, 'Something else']);
    assert.deepEqual(map, { [key]: column });
    assert.equal(unclear.size, 0);
  });
}

const NOTHING = [
  'Consumer Email',
  'Author Country',
  'Review User Id',
  'Airline name',
  'Attorney Name',
  'Number of reviews',
  'Average rating',
  'Date of experience',
  'Review Updated (UTC)',
  'Company Name',
  'Reviewer profile link',
  'Reviewer Photo',
  'Reply status',
  'Review name',
  'Sold by',
  'Order Date',
  'Reference Id',
  'Source Of Review',
];

for (const column of NOTHING) {
  test(`a column "${column}" is taken for nothing`, () => {
    const { map, unclear } = guessColumns([column]);
    assert.deepEqual(map, {});
    assert.equal(unclear.size, 0);
  });
}

test('a whole name is preferred to its words', () => {
  const { map } = guessColumns(['Written by', 'Author', 'overall_rating', 'food_rating', 'Date']);
  assert.deepEqual(map, { author: 'Author', rating: 'overall_rating', date: 'Date' });
});

test('of columns that fit equally well none is taken', () => {
  const { map, unclear } = guessColumns([
    'food rating',
    'staff rating',
    'Date posted',
    'Posted date',
  ]);
  assert.deepEqual(map, {});
  assert.deepEqual(
    [...unclear],
    [
      ['rating', ['food rating', 'staff rating']],
      ['date', ['Date posted', 'Posted date']],
    ],
  );
});

test('the column with the fewest other words is taken', () => {
  const { map } = guessColumns(['quality rating', 'Customer Rating']);
  assert.deepEqual(map, { rating: 'Customer Rating' });
});
