import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseReview } from '#dataset/read/parse-markdown.ts';
import { Aspect } from '#dataset/stored-entities.ts';
import { reviewText } from '../../support/content-files.ts';

type Changes = Readonly<Record<string, string>>;

function faultsOf(changes: Changes): string[] {
  const { problems = [] } = parseReview('x.md', reviewText(changes));
  return problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
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
    assert.deepEqual(faultsOf(changes), [fault]);
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
