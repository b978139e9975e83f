import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReader } from '#insights/annotation/read-text.ts';
import { judgeByWords } from '../judge-by-words.ts';

const ASPECTS = ['staff', 'fees'].map((id) => ({ id, name: id, description: id, terms: [id] }));
const VOCABULARY = {
  aspects: ASPECTS,
  trade: undefined,
  others: ['adjuster'],
  names: ['Linda'],
  people: ['Linda'],
  technicians: [],
};
const read = createReader(VOCABULARY, judgeByWords);

/** How each clause of a text was read, in a line. */
const linesOf = (reviewBody: string, rating = 3) =>
  read({ reviewBody, rating }).flatMap(({ clauses }) =>
    clauses.map(
      ({ clause, about, other, mode, label, aspects }) =>
        `${reviewBody.slice(clause.start, clause.end)} | ${about}${other ? ` (${other})` : ''} ${mode} ${label} ${aspects.map(({ id }) => id)}`,
    ),
  );
/** What the sentences of a text say of the business. */
const opinionsOf = (reviewBody: string) =>
  read({ reviewBody, rating: 3 }).map(({ opinions }) => opinions.map(({ label }) => label));

test('what somebody else did is neutral, and about them', () => {
  assert.deepEqual(linesOf('The adjuster was bad. He made bad fees.'), [
    'The adjuster was bad. | other (adjuster) fact neutral ',
    'He made bad fees. | other (adjuster) fact neutral fees',
  ]);
  assert.deepEqual(opinionsOf('The adjuster was bad. Linda was good.'), [[], ['positive']]);
  assert.deepEqual(opinionsOf('The adjuster was bad, Linda was good.'), [['positive']]);
});

test('what may be somebody else’s may praise the business, but is no blame of it', () => {
  for (const [text, ...lines] of [
    [
      'Bad staff. Bad manners.',
      'Bad staff. | business fact negative staff',
      'Bad manners. | business fact negative ',
    ],
    [
      'Bad manners. Good manners.',
      'Bad manners. | other (adjuster) fact neutral ',
      'Good manners. | business fact positive ',
    ],
    ['Good manners.', 'Good manners. | business (adjuster) fact positive '],
  ] as const) {
    assert.deepEqual(linesOf(`The adjuster called. ${text}`).slice(1), lines);
  }
});

test('a name is no term and takes no side, and an ordinary word is none', () => {
  const people = ['Joy Good', 'Mr. Bad', 'Fees Staff'];
  const names = ['Good Law Firm', ...people];
  const readNamed = createReader({ ...VOCABULARY, names, people }, judgeByWords);
  const lineOf = (reviewBody: string) =>
    readNamed({ reviewBody, rating: 3 }).flatMap(({ clauses }) =>
      clauses.map(({ label, aspects }) => `${label} ${aspects.map(({ id }) => id)}`),
    );
  for (const [text, read] of [
    ['I signed with Good on Monday.', 'neutral '],
    ['joy good called.', 'neutral '],
    ['Mr. Bad’s letter came.', 'neutral '],
    ['Fees called me.', 'neutral '],
    ['I met FEES STAFF there.', 'neutral '],
    ['All was good.', 'positive '],
    ['They did a Good job.', 'positive '],
    ['It was a Good day.', 'positive '],
    ['The Good Law Firm called.', 'neutral '],
    ['Good and his team called.', 'neutral '],
    ['Good people.', 'positive '],
    ['The fees were bad.', 'negative fees'],
    ['Bad was good.', 'positive '],
    ['BAD WAS GOOD.', 'positive '],
    ['IT WAS A GOOD DAY.', 'positive '],
  ] as const) {
    assert.deepEqual(lineOf(text), [read], text);
  }
});
