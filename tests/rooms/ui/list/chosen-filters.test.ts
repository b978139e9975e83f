import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOfList, type ListQuery, readListQuestion } from '#search/question/list-question.ts';
import { namesOf } from '#search/question/names.ts';
import { catalogueFor } from '#words/words.ts';
import {
  chosenFilters,
  describeProblem,
  labelOfOption,
  meantFilters,
  publishedQuery,
} from '../../../../site/ui/list/chosen-filters.ts';
import { datasetOf, NAMED } from '../../artifacts/sample-datasets.ts';
import { ASPECTS } from '../../insights/any-annotated.ts';

const NAMES = namesOf(datasetOf({ ...NAMED, aspects: [...ASPECTS] }));
const ENGLISH = catalogueFor('en');
const CURSOR = 'WyIyMDI2LTEwLTAzIl0';

const labelsOf = (query: ListQuery) =>
  chosenFilters(query, NAMES, ENGLISH).map(({ label }) => label);

for (const [query, ...labels] of [
  [{}],
  [{ sort: 'lowest', after: CURSOR }],
  [{ query: 'car crash' }, '“car crash”'],
  [{ rating: 1 }, '1 star'],
  [{ min_rating: 4.5, max_rating: 4.5 }, '4.5 stars'],
  [{ min_rating: 2, max_rating: 4 }, '2 stars or more', '4 stars or fewer'],
  [{ mentions_service: 'car crash' }, 'Car accident'],
  [{ mentions_technician: 'ms. lopez' }, 'María López'],
  [{ service_area: 'mill brook' }, 'Millbrook'],
  [{ mentions_service: 'nothing known' }, 'nothing known'],
  [{ aspect: 'fees' }, 'Fees'],
  [{ aspect: 'fees', sentiment: 'negative' }, 'Fees: negative'],
  [{ sentiment: 'mixed' }, 'Mixed'],
  [{ source: 'Google' }, 'From Google'],
  [{ since: '2025-01-01', until: '2025-12-31' }, '2025'],
  [{ since: '2025-01-01', until: '2025-06-30' }, 'Since January 1, 2025', 'Until June 30, 2025'],
  [{ language: 'es-MX' }, 'Mexican Spanish'],
  [{ language: '*' }, 'Any language'],
  [{ has_reply: true }, 'With a reply'],
  [{ has_reply: false }, 'Without a reply'],
  [{ relationship: 'employee' }, 'By an employee'],
] as const satisfies [ListQuery, ...string[]][]) {
  test(`${JSON.stringify(query)} is ${labels.join(', ') || 'no filter'}`, () => {
    assert.deepEqual(labelsOf(query), labels);
  });
}

test('each filter leads to the list without it, from its first page and in the same order', () => {
  const query = {
    query: 'call',
    rating: 5,
    aspect: 'fees',
    sentiment: 'positive',
    since: '2025-01-01',
    until: '2025-12-31',
    sort: 'lowest',
    after: CURSOR,
  } as const;
  const hrefs = chosenFilters(query, NAMES, ENGLISH).map(({ label, rest }) => [
    label,
    addressOfList(rest),
  ]);
  const period = 'since=2025-01-01&until=2025-12-31';
  const praised = 'aspect=fees&sentiment=positive';
  assert.deepEqual(Object.fromEntries(hrefs), {
    '“call”': `/reviews/?rating=5&${period}&${praised}&sort=lowest`,
    '5 stars': `/reviews/?${period}&query=call&${praised}&sort=lowest`,
    'Fees: positive': `/reviews/?rating=5&${period}&query=call&sort=lowest`,
    '2025': `/reviews/?rating=5&query=call&${praised}&sort=lowest`,
  });
});

test('without its only filter a question asks for all reviews', () => {
  const [chosen] = chosenFilters({ rating: 5, after: CURSOR }, NAMES, ENGLISH);
  assert.deepEqual(chosen, { label: '5 stars', rest: {} });
});

test('a value of a facet is called as people call it', () => {
  for (const [facet, key, label, expected] of [
    ['rating', '4.5', undefined, '4.5 stars'],
    ['language', 'es', undefined, 'Spanish'],
    ['has_reply', 'true', undefined, 'With a reply'],
    ['has_reply', 'false', undefined, 'Without a reply'],
    ['service', 'divorce', 'Divorce', 'Divorce'],
    ['year', '2025', undefined, '2025'],
  ] as const) {
    assert.equal(labelOfOption(facet, { key, label }, ENGLISH), expected);
  }
});

const FACETS = ['source:Google', 'source:Avvo', 'language:en', 'language:es', 'rating:5'];

test('what no review has leads to what it may mean, with all other filters', () => {
  const meant = (query: ListQuery) => meantFilters(query, NAMES, FACETS, ENGLISH);
  assert.deepEqual(meant({ mentions_technician: 'Maria Lopes', rating: 5, after: CURSOR }), [
    { label: 'María López', query: { mentions_technician: 'maria-lopez', rating: 5 } },
  ]);
  assert.deepEqual(meant({ source: 'Gogle', rating: 5, after: CURSOR }), [
    { label: 'Google', query: { source: 'Google', rating: 5 } },
  ]);
  assert.deepEqual(meant({ language: 'es-MX' }), [{ label: 'Spanish', query: { language: 'es' } }]);
  for (const query of [
    { mentions_technician: 'ms. lopez' },
    { source: 'google' },
    { language: 'EN' },
    { language: '*' },
    { rating: 5 },
    { aspect: 'xyzzy' },
    { source: 'xyzzy' },
    { language: 'fr' },
  ]) {
    assert.deepEqual(meant(query), [], JSON.stringify(query));
  }
});

test('what is wrong with an address is said in the words of the page', () => {
  const said = (asked: string) =>
    readListQuestion(asked).problems.map((problem) => describeProblem(problem, ENGLISH));
  for (const [asked, ...problems] of [
    ['rating=9', 'Rating: this value cannot be used.'],
    ['foo=1', 'There is no filter called “foo”.'],
    [
      'after=abc',
      'The address of a later page no longer fits the filters. This is the first page.',
    ],
    ['since=2026-02-30', 'First day: this value cannot be used.'],
    ['since=2026-02-02&until=2026-02-01', 'The last day was before the first.'],
    ['min_rating=4&max_rating=2', 'The highest rating was below the lowest.'],
    ['aspect=a&aspect=b', 'Aspect: given more than once.'],
    ['%ff=1', 'A part of the address cannot be read.'],
  ] as const) {
    assert.deepEqual(said(asked), problems);
  }
});

test('every parameter of the list has a name for people', () => {
  const [problem] = readListQuestion('nothing=1').problems;
  const names = problem?.message.split('there are ')[1]?.split(', ') ?? [];
  assert.ok(names.length > 10);
  assert.deepEqual(Object.keys(ENGLISH.words.list.fields).toSorted(), names.toSorted());
});

test('of several spellings of a question one is that of its page', () => {
  const option = { label: undefined, count: 1, href: '', isChosen: true, sides: [] };
  const groups = [
    { facet: 'source', options: [{ ...option, key: 'Google' }] },
    { facet: 'language', options: [{ ...option, key: 'es' }] },
  ] as const;
  const asked = { mentions_technician: 'ms. lopez', source: 'google', language: 'ES', rating: 5 };
  assert.deepEqual(publishedQuery(asked, groups, NAMES), {
    mentions_technician: 'maria-lopez',
    source: 'Google',
    language: 'es',
    rating: 5,
  });
  const unknown = { mentions_service: 'nothing known', source: 'Nowhere' };
  assert.deepEqual(publishedQuery(unknown, [], NAMES), unknown);
});
