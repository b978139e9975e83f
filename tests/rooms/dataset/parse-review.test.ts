import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseReview } from '#dataset/read/parse-markdown.ts';
import { Aspect } from '#dataset/schema/stored-entities.ts';
import { reviewText } from '../../support/content-files.ts';
import { storedReview } from '../../support/reviews.ts';

/** What is wrong with a review, as `line:column message`. */
function faultsOf(text: string): string[] {
  const { problems = [] } = parseReview('x.md', text);
  return problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

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

for (const [rule, changes, fault] of [
  ['a rating above 5', { rating: '7' }, '5:9 rating: must be at most 5 (got 7)'],
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
  [
    'a technician twice',
    { technicians: '[maria-lopez, maria-lopez]' },
    '8:14 technicians: must not name anything twice',
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

const judgementIn = (staff: string) =>
  parseReview('x.md', reviewText({ aspects: `{ staff: ${staff} }` })).value?.aspects?.staff;

for (const [written, judgement] of [
  ['mixed', 'mixed'],
  ['none', 'none'],
  ['{ sentiment: negative }', { sentiment: 'negative', about: 'business' }],
  ['{ sentiment: neutral, about: other }', { sentiment: 'neutral', about: 'other' }],
  ['{ about: other }', { sentiment: 'neutral', about: 'other' }],
] as const) {
  test(`an editor may say of an aspect ${written}`, () => {
    assert.deepEqual(judgementIn(written), judgement);
  });
}

const SENTIMENTS = 'positive, neutral, negative, mixed';

for (const [changes, fault] of [
  [
    { aspects: '{ staff: nome }' },
    `8:19 aspects.staff: must be one of ${SENTIMENTS}, none or a mapping of keys to values (did you mean "none"?) (got "nome")`,
  ],
  [
    { aspects: '{ staff: }' },
    `8:19 aspects.staff: must be one of ${SENTIMENTS}, none or a mapping of keys to values, but nothing stands there`,
  ],
  [
    { aspects: '{ staff: { sentiment: good } }' },
    `8:32 aspects.staff.sentiment: must be one of ${SENTIMENTS} (got "good")`,
  ],
  [
    { aspects: '{ staff: { sentiment: neutral, about: firm } }' },
    '8:48 aspects.staff.about: must be one of business, other (got "firm")',
  ],
  [{ aspects: '{ staff: { about: business } }' }, '8:19 aspects.staff.sentiment: is missing'],
  [
    { aspects: '{ staff: { sentiment: negative, about: other } }' },
    '8:32 aspects.staff.sentiment: must be neutral, or left out, where about is other: it is no praise or blame here (got "negative")',
  ],
  [
    { aspects: '{ staff: { sentiment: neutral, of: other } }' },
    '8:41 aspects.staff.of: is not a known key',
  ],
  [
    { sentiment: 'Neutral' },
    `8:12 sentiment: must be one of ${SENTIMENTS} (did you mean "neutral"?) (got "Neutral")`,
  ],
  [{ quotes: 'nevr' }, '8:9 quotes: must be never or a list (did you mean "never"?) (got "nevr")'],
  [{ quotes: '{ never: [x] }' }, '8:9 quotes: must be never or a list'],
  [{ quotes: '[]' }, '8:9 quotes: must be at least 1 entries'],
  [{ quotes: `[${'kind, '.repeat(51)}]` }, '8:9 quotes: must be at most 50 entries'],
  [{ quotes: '[kind, 7]' }, '8:16 quotes.1: must be a string (got 7)'],
] as const) {
  test(`says what is wrong with ${JSON.stringify(changes)}`, () => {
    assert.deepEqual(faultsOf(reviewText(changes)), [fault]);
  });
}

const withTerm = (term: string) =>
  Aspect.safeParse({ id: 'fees', name: 'Fees', description: 'What it costs.', terms: [term] });

test('a term of an aspect holds a word, and at most eight', () => {
  assert.ok(withTerm('no win, no fee').success);
  assert.ok(withTerm('one two three four five six seven-eight').success);
  assert.match(withTerm('...').error?.message ?? '', /must hold a word/);
  const long = withTerm('one two three four five six seven eight nine');
  assert.match(long.error?.message ?? '', /must have at most 8 words/);
});
