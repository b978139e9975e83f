import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseReview } from '#dataset/read/parse-markdown.ts';
import { reviewText } from '../../support/content-files.ts';
import { storedReview } from '../../support/reviews.ts';

/** What is wrong with a review, as `line:column message`. */
function faultsOf(text: string): string[] {
  const { problems = [] } = parseReview('x.md', text);
  return problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

test('a review is its front matter and the text below', () => {
  assert.deepEqual(
    parseReview('x.md', reviewText()).value,
    storedReview({
      verification: { status: 'verified', method: 'invitation', date: '2026-10-06' },
    }),
  );
});

test('every key is kept', () => {
  const { value } = parseReview(
    'x.md',
    reviewText({
      dateCreated: '2026-10-03T14:02:11Z',
      dateModified: '2026-10-05',
      rating: '4.5',
      name: 'Kept me informed',
      inLanguage: 'en',
      source: '{ name: Google, id: AbFvOq, url: "https://maps.example/AbFvOq" }',
      relationship: 'family',
      technicians: '[maria-lopez]',
      services: '[car-accident]',
      serviceAreas: '[]',
      aspects: '{ communication: positive, fees: none }',
      sentiment: 'mixed',
      quotes: '[kept me]',
      ownerReply:
        '{ text: "Thank you, Jane.", datePublished: 2026-10-07, dateModified: 2026-10-08 }',
    }),
  );
  assert.deepEqual(value, {
    ...storedReview(),
    dateCreated: '2026-10-03T14:02:11Z',
    dateModified: '2026-10-05',
    rating: 4.5,
    name: 'Kept me informed',
    inLanguage: 'en',
    source: { name: 'Google', id: 'AbFvOq', url: 'https://maps.example/AbFvOq' },
    verification: { status: 'verified', method: 'invitation', date: '2026-10-06' },
    relationship: 'family',
    technicians: ['maria-lopez'],
    services: ['car-accident'],
    serviceAreas: [],
    aspects: { communication: 'positive', fees: 'none' },
    sentiment: 'mixed',
    quotes: ['kept me'],
    ownerReply: {
      text: 'Thank you, Jane.',
      datePublished: '2026-10-07',
      dateModified: '2026-10-08',
    },
  });
});

test('the text is plain text, whatever it looks like', () => {
  const body = '# Great\n\n---\nid: other\n---\n<b>"5" & \'6\'</b> {{x}} ]]> </script> 👩‍⚖️ مرحبا';
  assert.equal(parseReview('x.md', reviewText({}, body)).value?.reviewBody, body);
});

test('a rating without text has an empty text', () => {
  assert.equal(parseReview('x.md', reviewText({}, '')).value?.reviewBody, '');
});

test('a file without front matter is refused with advice', () => {
  const advice =
    '1:1 has no front matter; begin the file with a line of three hyphens, the keys, and another such line';
  assert.deepEqual(faultsOf('Great!'), [advice]);
  assert.deepEqual(faultsOf(''), [advice]);
  assert.deepEqual(faultsOf('---\nid: abcd\nGreat!'), [advice]);
});

for (const [rule, changes, fault] of [
  ['a rating above 5', { rating: '7' }, '5:9 rating: must be at most 5 (got 7)'],
  ['a rating below 1', { rating: '0.5' }, '5:9 rating: must be at least 1 (got 0.5)'],
  [
    'a rating between half stars',
    { rating: '4.7' },
    '5:9 rating: must be a whole or a half star (got 4.7)',
  ],
  [
    'an impossible date',
    { datePublished: '2026-02-30' },
    '4:16 datePublished: must be a date that exists, written YYYY-MM-DD (got "2026-02-30")',
  ],
  ['a missing key', { rating: undefined }, '2:1 rating: is missing'],
  ['a missing key inside', { author: '{}' }, '3:9 author.name: is missing'],
  ['an unknown key', { titel: 'x' }, '8:1 titel: is not a known key'],
  [
    'a misspelt key',
    { inLanguag: 'en' },
    '8:1 inLanguag: is not a known key (did you mean "inLanguage"?)',
  ],
  [
    'an id with capitals',
    { id: 'Google-1' },
    '2:5 id: must be 4 to 64 lower-case letters, digits or hyphens (got "Google-1")',
  ],
  [
    'a verified review without a method',
    { verification: '{ status: verified, date: 2026-10-06 }' },
    '7:15 verification.method: is missing',
  ],
  [
    'a withheld review without a reason',
    { verification: '{ status: withheld, date: 2026-10-06 }' },
    '7:15 verification.reason: is missing',
  ],
  [
    'a withholding for its rating',
    { verification: '{ status: withheld, reason: negative, date: 2026-10-06 }' },
    '7:43 verification.reason: must be one of not-a-customer, duplicate, personal-data, unlawful, off-topic, spam, author-request (got "negative")',
  ],
  [
    'a pending review with a date',
    { verification: '{ status: pending, date: 2026-10-06 }' },
    '7:34 verification.date: is not a known key',
  ],
  ['a name of two lines', { name: '"a\\nb"' }, '8:7 name: must be a single line (got "a\\nb")'],
  [
    'a technician twice',
    { technicians: '[maria-lopez, maria-lopez]' },
    '8:14 technicians: must not name anything twice',
  ],
  [
    'an unknown sentiment',
    { aspects: '{ staff: good }' },
    '8:19 aspects.staff: must be one of positive, neutral, negative, mixed, none or a mapping of keys to values (got "good")',
  ],
  [
    'an aspect with the name of what objects inherit',
    { aspects: '{ __proto__: positive }' },
    '8:12 aspects.__proto__: is not a known key',
  ],
  [
    'a source address that is none',
    { source: '{ name: Google, url: "javascript:alert(1)" }' },
    '6:30 source.url: must be an absolute http or https URL (got "javascript:alert(1)")',
  ],
] as const) {
  test(`${rule} is refused`, () => assert.deepEqual(faultsOf(reviewText(changes)), [fault]));
}

test('all faults of a review are told at once', () => {
  const faults = faultsOf(reviewText({ rating: '7', datePublished: '2026-13-01', foo: 'x' }));
  assert.equal(faults.length, 3);
});
