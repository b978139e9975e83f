import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessColumns } from '../../../../../../scripts/import/read/table/columns/guess-columns.ts';

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
    const { map, unclear } = guessColumns([column, 'Something else'], []);
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
    const { map, unclear } = guessColumns([column], []);
    assert.deepEqual(map, {});
    assert.equal(unclear.size, 0);
  });
}

test('a whole name is preferred to its words', () => {
  const { map } = guessColumns(
    ['Written by', 'Author', 'overall_rating', 'food_rating', 'Date'],
    [],
  );
  assert.deepEqual(map, { author: 'Author', rating: 'overall_rating', date: 'Date' });
});

test('of columns that fit equally well none is taken', () => {
  const { map, unclear } = guessColumns(
    ['food rating', 'staff rating', 'Date posted', 'Posted date'],
    [],
  );
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
  const { map } = guessColumns(['quality rating', 'Customer Rating'], []);
  assert.deepEqual(map, { rating: 'Customer Rating' });
});

const CELLS = (...cells: readonly string[]) => ({ cells });

test('of two authors, ratings or dates that differ in a row none is taken', () => {
  const header = ['Date', 'Review Date', 'Stars', 'Star Rating', 'Reviewer', 'Reviewer Name'];
  const { map, unclear } = guessColumns(header, [
    CELLS('2026-10-03', '2026-10-03', '5', '5', 'Ann', 'Ann'),
    CELLS('2026-10-03', '2025-01-31', '5', '3', 'u1', 'Ann Vale'),
  ]);
  assert.deepEqual(map, {});
  assert.deepEqual(
    [...unclear],
    [
      ['author', ['Reviewer', 'Reviewer Name']],
      ['rating', ['Star Rating', 'Stars']],
      ['date', ['Date', 'Review Date']],
    ],
  );
});

test('two columns that say the same, or the same day, are no question', () => {
  const header = ['review_datetime_utc', 'review_timestamp', 'stars', 'rating', 'author'];
  const { map, unclear } = guessColumns(header, [
    CELLS('01/31/2026 14:02:11', '1769868131', '4', '4', 'Ann'),
    CELLS('2026-02-01 23:30:00', '1769988600', '', '5', 'Bo'),
  ]);
  assert.equal(map.date, 'review_datetime_utc');
  assert.equal(map.rating, 'rating');
  assert.equal(unclear.size, 0);
});

/** Each column with its cells, from the first row on. */
type Cells = Readonly<Record<string, readonly string[]>>;

const guess = (cells: Cells) => {
  const [first = []] = Object.values(cells);
  const rows = first.map((_, row) => CELLS(...Object.values(cells).map((all) => all[row] ?? '')));
  return guessColumns(Object.keys(cells), rows);
};

const DATES = ['2026-01-01', '2026-01-02', '2026-01-03'];
const NAMES = ['Ann Vale', 'Bo Tarn', 'Cy Roux'];
const same = (cell: string) => [cell, cell, cell];

const BY_CELLS: readonly (readonly [what: string, cells: Cells, map: object])[] = [
  ['the place’s title is none', { title: same('Harbor Law') }, {}],
  ['the place’s page is not that of a review', { url: same('https://x.example/') }, {}],
  [
    'a page of each review is preferred',
    { url: same('https://x.example/'), reviewUrl: NAMES.map((_, n) => `https://x.example/${n}`) },
    { url: 'reviewUrl' },
  ],
  ['an id that all rows share is none', { id: same('ChIJ') }, {}],
  [
    'the rating of the place is not that of reviews',
    { rating: same('4.6'), review_rating: ['5', '1', '4'] },
    { rating: 'review_rating' },
  ],
  ['reviews of five stars are real', { rating: same('5') }, { rating: 'rating' }],
  [
    'of two columns the one that holds something is taken',
    { author: same(''), reviewer: NAMES, text: same(''), comments: NAMES },
    { author: 'reviewer', text: 'comments' },
  ],
  [
    'a path is no name',
    { name: NAMES.map((_, n) => `places/1/reviews/${n}`), displayName: NAMES },
    { author: 'displayName' },
  ],
  ['the name of the place is not that of a reviewer', { name: same('Harbor Law') }, {}],
  ['nobody may be named in any row', { name: same('Anonymous') }, { author: 'name' }],
  [
    'a date that can be read is preferred',
    { date: same('a month ago'), published_at: DATES },
    { date: 'published_at' },
  ],
  [
    'a date that can be read is preferred to the name of one that cannot',
    { date: same('a month ago'), iso_date: DATES },
    { date: 'iso_date' },
  ],
  [
    'and so with other words',
    { published: same('a day ago'), iso_date: DATES },
    { date: 'iso_date' },
  ],
  ['unix time is a date', { created: same('1769868131') }, { date: 'created' }],
  ['yes is no date', { Published: ['yes', 'no', 'yes'], Posted: DATES }, { date: 'Posted' }],
  ['the way by which it came in is no platform', { source: ['web', 'Email request', 'API'] }, {}],
  [
    'one way among platforms is no reason',
    { source: ['Google', 'web', 'Yelp'] },
    { source: 'source' },
  ],
  ['a platform is', { source: ['Google', 'App Store', 'Google'] }, { source: 'source' }],
  [
    'members of a person are preferred',
    { name: NAMES, 'authorAttribution.displayName': NAMES.toReversed() },
    { author: 'authorAttribution.displayName' },
  ],
  [
    'members have the names of columns, but not those of a reply or a product',
    {
      'service.review': NAMES,
      'service.title': NAMES,
      'product.title': NAMES.toReversed(),
      'product.description': NAMES,
    },
    { text: 'service.review', title: 'service.title' },
  ],
];

for (const [what, cells, map] of BY_CELLS) {
  test(`by its cells, ${what}`, () => assert.deepEqual(guess(cells).map, map));
}

test('a text and its translation are asked for', () => {
  const { unclear } = guess({ 'text.text': NAMES, 'originalText.text': NAMES.toReversed() });
  assert.deepEqual([...unclear], [['text', ['text.text', 'originalText.text']]]);
});
