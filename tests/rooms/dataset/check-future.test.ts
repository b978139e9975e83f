import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkContent } from '#dataset/check/check-content.ts';
import { ContentError, formatProblem } from '#dataset/content-problem.ts';
import { BUSINESS, type Files, filesOf, reviewText } from '../../support/content-files.ts';

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

const verified = (date: string) => `{ status: verified, method: invitation, date: ${date} }`;

test('dates up to tomorrow in the time zone of the business are fine', () => {
  const review = reviewText({
    datePublished: '2026-10-04',
    dateCreated: '2026-10-05T04:59:59Z',
    verification: verified('2026-10-04'),
  });
  assert.deepEqual(problemsAt(NOW, { 'reviews/a.md': review }), []);
});

test('a day of the year 10000 is later, too', () => {
  const review = reviewText({ dateCreated: '9999-12-31T23:30:00-10:00' });
  assert.match(
    problemsAt(NOW, { 'reviews/a.md': review }).join(),
    /dateCreated: 10000-01-01 is later/,
  );
});

test('every later date is an error where it stands', () => {
  const files = {
    'business.yaml': `${BUSINESS}foundingDate: 2026-10-05\n`,
    'faq.yaml':
      '- { id: fees, question: A, answer: B, evidence: [review-1], dateModified: 2026-10-05 }',
    'summary.md': '---\nheadline: A\nauthor: B\ndateModified: 2062-10-01\n---\nText.',
    'removed.yaml': '- { id: gone-1, dateRemoved: 2026-10-05, reason: spam }',
    'reviews/a.md': reviewText({
      datePublished: '2026-10-05',
      dateCreated: '2026-10-05T05:00:00Z',
      dateModified: '2026-10-05',
      verification: verified('2026-10-05'),
      ownerReply: '{ text: Thanks, datePublished: 2026-10-05, dateModified: 2026-10-06 }',
    }),
    'reviews/b.md': reviewText({
      id: 'review-2',
      verification: '{ status: withheld, reason: spam, date: 2027-01-01 }',
    }),
  };
  const later = 'is later than tomorrow, 2026-10-04; correct it';
  assert.deepEqual(problemsAt(NOW, files), [
    `business.yaml:8:15 error foundingDate: 2026-10-05 ${later}`,
    `faq.yaml:1:75 error 0.dateModified: 2026-10-05 ${later}`,
    `removed.yaml:1:30 error 0.dateRemoved: 2026-10-05 ${later}`,
    `reviews/a.md:4:16 error datePublished: 2026-10-05 ${later}`,
    `reviews/a.md:7:61 error verification.date: 2026-10-05 ${later}`,
    `reviews/a.md:8:14 error dateCreated: 2026-10-05 ${later}`,
    `reviews/a.md:9:15 error dateModified: 2026-10-05 ${later}`,
    `reviews/a.md:10:44 error ownerReply.datePublished: 2026-10-05 ${later}`,
    `reviews/a.md:10:70 error ownerReply.dateModified: 2026-10-06 ${later}`,
    `reviews/b.md:7:55 error verification.date: 2027-01-01 ${later}`,
    `summary.md:4:15 error dateModified: 2062-10-01 ${later}`,
  ]);
});

test('the day depends on the time zone', () => {
  const files = {
    'reviews/a.md': reviewText({
      datePublished: '2026-10-05',
      verification: '{ status: pending }',
    }),
  };
  assert.equal(problemsAt(NOW, files).length, 1);
  const business = BUSINESS.replace('America/Chicago', 'Pacific/Auckland');
  assert.deepEqual(problemsAt(NOW, { ...files, 'business.yaml': business }), []);
});

test('without the time content is right, whenever it is read', () => {
  const files = {
    'reviews/a.md': reviewText({
      datePublished: '9999-12-31',
      verification: verified('9999-12-31'),
    }),
  };
  assert.deepEqual(problemsAt(undefined, files), []);
  assert.equal(problemsAt(NOW, files).length, 2);
});

test('a broken business.yaml has no time zone to tell the day by', () => {
  const files = {
    'business.yaml': 'id: x',
    'reviews/a.md': reviewText({ datePublished: '9999-12-31' }),
  };
  assert.doesNotMatch(problemsAt(NOW, files).join('\n'), /later than tomorrow/);
});
