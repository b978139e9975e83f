import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkContent } from '#dataset/check/check-content.ts';
import { ContentError, formatProblem } from '#dataset/content-problem.ts';
import {
  BUSINESS,
  type Files,
  filesOf,
  problemsOf,
  reviewText,
} from '../../support/content-files.ts';
import { processorMs } from '../../support/measure.ts';

const problemsIn = (changes: Readonly<Record<string, string>>, body?: string) =>
  problemsOf({ 'reviews/a.md': reviewText(changes, body) });
const replyOf = (text: string) => ({
  ownerReply: `{ text: ${JSON.stringify(text)}, datePublished: 2026-10-07 }`,
});

test('warns of contact data in the text of a published review, but not of other numbers', () => {
  for (const [text, kind, place] of [
    ['write to jane.doe+x@mail.example please', 'an email address', '9:10'],
    ['call 512.555.0100', 'a telephone number', '9:6'],
    ['call +1 512 555 0100', 'a telephone number', '9:6'],
  ] as const) {
    const warning = `the text seems to contain ${kind}; withhold it or ask the author`;
    assert.deepEqual(problemsIn({}, text), [`reviews/a.md:${place} warning ${warning}`]);
  }
  const others =
    'From 9 to 5, since 2019-10-03: case 48213-55-2, me @ the office, $12,500 in 3 weeks';
  assert.deepEqual(problemsIn({}, others), []);
  assert.deepEqual(problemsIn({ verification: '{ status: pending }' }, 'a@b.example'), []);
});

test('warns of an amount of money in a reply', () => {
  for (const amount of ['$12,500!', '€ 900', '12,500 dollars', '12500 USD']) {
    assert.equal(problemsIn(replyOf(`Glad you got ${amount}`)).length, 1, amount);
  }
  const without = 'Thank you for 5 stars on 2026-10-07, from all 12 of us';
  assert.deepEqual(problemsIn(replyOf(without)), []);
});

for (const [what, body, reply] of [
  ['one long word', 'a'.repeat(65_000), 'a'],
  ['an address that does not end', `x@${'a'.repeat(65_000)}`, 'a'],
  ['many at signs', 'a@'.repeat(32_000), 'a'],
  ['groups of digits', '123 '.repeat(16_000), 'a'],
  ['a reply of digits', 'a', '1,'.repeat(32_000)],
] as const) {
  test(`${what} takes no longer than its length`, () => {
    const took = processorMs(() => assert.deepEqual(problemsIn(replyOf(reply), body), []));
    assert.ok(took < 1_000, `It took ${took} ms.`);
  });
}

test('a phrase is found in the text however it is written there', () => {
  for (const [quotes, body] of [
    ["[They're kind]", 'they’re\nKIND people'],
    ['[knee surgery, "that I had"]', 'My knee\n  surgery – that I had'],
  ] as const) {
    assert.deepEqual(problemsIn({ quotes }, body), [], quotes);
  }
});

// In America/Chicago it is still the third of October.
const NOW = new Date('2026-10-04T04:59:59Z');

/** What is wrong with files at a time. */
function problemsAt(now: Date | undefined, files: Files): string[] {
  try {
    checkContent(filesOf({ 'business.yaml': BUSINESS, ...files }), [], now);
    return [];
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return error.problems.map((problem) => formatProblem(problem));
  }
}

const dated = (day: string, changes: Readonly<Record<string, string>> = {}) => ({
  'reviews/a.md': reviewText({
    datePublished: day,
    verification: `{ status: verified, method: invitation, date: ${day} }`,
    ...changes,
  }),
});

test('dates up to tomorrow in the time zone of the business are fine', () => {
  const review = dated('2026-10-04', { dateCreated: '2026-10-05T04:59:59Z' });
  assert.deepEqual(problemsAt(NOW, review), []);
  assert.equal(problemsAt(NOW, dated('2026-10-05')).length, 2);
  const business = BUSINESS.replace('America/Chicago', 'Pacific/Auckland');
  assert.deepEqual(problemsAt(NOW, { ...dated('2026-10-05'), 'business.yaml': business }), []);
});

test('every later date is an error where it stands', () => {
  const files = {
    'business.yaml': `${BUSINESS}foundingDate: 2026-10-05\n`,
    'faq.yaml':
      '- { id: fees, question: A, answer: B, evidence: [review-1], dateModified: 2026-10-05 }',
    'summary.md': '---\nheadline: A\nauthor: B\ndateModified: 2062-10-01\n---\nText.',
    'removed.yaml': '- { id: gone-1, dateRemoved: 2026-10-05, reason: spam }',
    ...dated('2026-10-05', {
      dateCreated: '2026-10-05T05:00:00Z',
      dateModified: '2026-10-05',
      ownerReply: '{ text: Thanks, datePublished: 2026-10-05, dateModified: 2026-10-06 }',
    }),
    'reviews/b.md': reviewText({
      id: 'review-2',
      dateCreated: '9999-12-31T23:30:00-10:00',
      verification: '{ status: withheld, reason: spam, date: 2027-01-01 }',
    }),
  };
  const later = 'is later than tomorrow, 2026-10-04; correct it';
  assert.deepEqual(problemsAt(NOW, files), [
    `business.yaml:8:15 error foundingDate: 2026-10-05 ${later}`,
    `faq.yaml:1:75 error dateModified of "fees": 2026-10-05 ${later}`,
    `removed.yaml:1:30 error dateRemoved of "gone-1": 2026-10-05 ${later}`,
    `reviews/a.md:4:16 error datePublished: 2026-10-05 ${later}`,
    `reviews/a.md:7:61 error verification.date: 2026-10-05 ${later}`,
    `reviews/a.md:8:14 error dateCreated: 2026-10-05 ${later}`,
    `reviews/a.md:9:15 error dateModified: 2026-10-05 ${later}`,
    `reviews/a.md:10:44 error ownerReply.datePublished: 2026-10-05 ${later}`,
    `reviews/a.md:10:70 error ownerReply.dateModified: 2026-10-06 ${later}`,
    `reviews/b.md:7:55 error verification.date: 2027-01-01 ${later}`,
    `reviews/b.md:8:14 error dateCreated: 10000-01-01 ${later}`,
    `summary.md:4:15 error dateModified: 2062-10-01 ${later}`,
  ]);
});

test('without the time, or a time zone, no date is too late', () => {
  assert.deepEqual(problemsAt(undefined, dated('9999-12-31')), []);
  const broken = problemsAt(NOW, { ...dated('9999-12-31'), 'business.yaml': 'id: x' });
  assert.doesNotMatch(broken.join('\n'), /later than tomorrow/);
});
