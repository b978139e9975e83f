import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkContent, checkDraft } from '#dataset/check/check-content.ts';
import { ContentError, type ContentProblem } from '#dataset/content-problem.ts';
import type { ContentFile } from '#dataset/read/content-file.ts';
import { parseContent } from '#dataset/read/parse-content.ts';
import { BUSINESS, type Files, filesOf, reviewText } from '../../support/content-files.ts';

const FILES = filesOf({
  'business.yaml': BUSINESS,
  'removed.yaml': '- { id: gone-1, dateRemoved: 2026-10-08, reason: spam }',
  'reviews/a.md': reviewText(),
  'reviews/b.md': reviewText({
    id: 'review-2',
    aspects: '{ staff: positive, unheard: negative }',
  }),
});

function problemsOf(files: readonly ContentFile[], now: Date): readonly ContentProblem[] {
  try {
    return checkContent(files, [], now).warnings;
  } catch (error) {
    assert.ok(error instanceof ContentError);
    return error.problems;
  }
}

test('what follows from a file is the same object as long as the file is', () => {
  const [first, second] = [checkContent(FILES).content, checkContent(FILES).content];
  assert.deepEqual(first.reviews[1]?.aspects, { staff: 'positive' });
  for (const [index, review] of first.reviews.entries()) {
    assert.equal(review, second.reviews[index]);
  }
  assert.equal(first.removals, second.removals);
  assert.equal(first.technicians, second.technicians);
});

test('a file is read once, but again where that failed', () => {
  let reads = 0;
  const file: ContentFile = {
    path: 'reviews/a.md',
    get bytes() {
      if (++reads === 1) throw new Error('changed');
      return Buffer.from(reviewText());
    },
  };
  assert.throws(() => parseContent([file], []), /changed/);
  const [one, other] = [parseContent([file], []), parseContent([file], [])];
  assert.equal(one.reviews[0], other.reviews[0]);
  assert.equal(reads, 2);
});

test('a review that stays is checked again where a name is gone, a day has passed, or zones differ', () => {
  const [review] = filesOf({
    'reviews/a.md': reviewText({ dateCreated: '2026-10-06T20:00:00Z', services: '[divorce]' }),
  });
  assert.ok(review);
  const check = (files: Files, now: string) => {
    const others = filesOf({ 'business.yaml': BUSINESS, ...files });
    const problems = problemsOf([...others, review], new Date(now));
    return problems.map(({ line, message }) => `${line} ${message.split(/[:.]/, 1)}`);
  };
  const defined = { 'services.yaml': '- { id: divorce, name: Divorce }\n' };
  const unknown = ['9 services'];
  const [late, written] = [['7 verification', '8 dateCreated'], ['8 dateCreated']];
  assert.deepEqual(check({}, '2026-10-06T12:00:00Z'), unknown);
  assert.deepEqual(check(defined, '2026-10-06T12:00:00Z'), []);
  assert.deepEqual(check(defined, '2026-10-04T12:00:00Z'), late);
  assert.deepEqual(check(defined, '2026-10-05T12:00:00Z'), []);
  // The same tomorrow, but there the review was written on the day after it.
  const inTokyo = { 'business.yaml': BUSINESS.replace('America/Chicago', 'Asia/Tokyo') };
  assert.deepEqual(check({ ...defined, ...inTokyo }, '2026-10-05T12:00:00Z'), written);
});

test('a date after tomorrow is an error, or a warning where that is asked for', () => {
  const draft = parseContent(FILES, []);
  const now = new Date('2026-10-02T12:00:00Z');
  const isDate = ({ message }: ContentProblem) => message.includes('is later than tomorrow');
  assert.throws(() => checkDraft(draft, now), /error verification\.date: 2026-10-06 is later/);
  const { warnings } = checkDraft(draft, now, 'a warning');
  assert.ok(warnings.some(isDate));
  assert.ok(!checkDraft(draft).warnings.some(isDate));
});
