import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findConcerns, findStrengths } from '#insights/findings.ts';
import { aspectOf, quoteWith } from './aspect-of.ts';

const idsOf = (findings: readonly { readonly aspect: string }[]) =>
  findings.map(({ aspect }) => aspect);

test('strengths are the three aspects that are praised most surely', () => {
  const praised = (id: string, low: number) => aspectOf({ id, interval: [low, 1] });
  const aspects = [praised('a', 0.2), praised('b', 0.5), praised('c', 0.1), praised('d', 0.3)];
  assert.deepEqual(idsOf(findStrengths(aspects)), ['b', 'd', 'a']);
});

test('no strength rests on few reviews, on a balance, or on nothing to read', () => {
  assert.deepEqual(
    findStrengths([
      aspectOf({ interval: [0.5, 1], sampleSize: 'low' }),
      aspectOf({ interval: [0, 1] }),
      aspectOf({ interval: [0.5, 1], quotes: [] }),
    ]),
    [],
  );
});

const blamed = (id: string, negativeReviewCount: number, reviewCount: number) =>
  aspectOf({ id, negativeReviewCount, reviewCount });

test('concerns are the aspects with the largest share of complaints, from three reviews on', () => {
  const aspects = [
    blamed('a', 3, 10),
    blamed('b', 9, 10),
    blamed('c', 2, 2),
    blamed('d', 20, 100),
    blamed('e', 50, 100),
  ];
  assert.deepEqual(idsOf(findConcerns(aspects)), ['b', 'e', 'a']);
  assert.deepEqual(findConcerns([{ ...blamed('a', 9, 9), quotes: [] }]), []);
});

test('a strength is no concern, however many complain', () => {
  const praised = { ...blamed('a', 30, 300), positiveReviewCount: 250, interval: [0.6, 0.8] };
  assert.deepEqual(findConcerns([praised]), []);
  assert.deepEqual(idsOf(findStrengths([praised])), ['a']);
});

test('the best quote of the side is the evidence', () => {
  const quotes = ['aaaa', 'bbbb'].map((reviewId) => quoteWith({ reviewId }));
  const [strength] = findStrengths([aspectOf({ interval: [0.5, 1], quotes })]);
  assert.deepEqual(strength?.evidence, ['aaaa']);
});

test('how often something is praised is told as it is', () => {
  const textOf = (positiveReviewCount: number, negativeReviewCount: number, reviewCount: number) =>
    findStrengths([
      aspectOf({ positiveReviewCount, negativeReviewCount, reviewCount, interval: [0.1, 1] }),
    ])[0]?.text;
  for (const [positive, negative, reviews, words] of [
    [24, 8, 31, '24 of 31 reviews that mention it, three times as often as criticised'],
    [24, 7, 31, '24 of 31 reviews that mention it, more than three times as often as criticised'],
    [16, 8, 31, '16 of 31 reviews that mention it, twice as often as criticised'],
    [17, 8, 31, '17 of 31 reviews that mention it, more than twice as often as criticised'],
    [15, 8, 31, '15 of 31 reviews that mention it, more often than criticised'],
    [55, 5, 60, '55 of 60 reviews that mention it, 11 times as often as criticised'],
    [9, 0, 12, '9 of 12 reviews that mention it, and criticised in none'],
    [9, 0, 9, 'all 9 reviews that mention it, and criticised in none'],
  ] as const) {
    assert.equal(textOf(positive, negative, reviews), `Staff: praised in ${words}.`);
  }
});

test('how often something is criticised is told as it is, and so is its praise', () => {
  const textOf = (negativeReviewCount: number, positiveReviewCount: number) =>
    findConcerns([aspectOf({ positiveReviewCount, negativeReviewCount, reviewCount: 20 })])[0]
      ?.text;
  for (const [negative, positive, words] of [
    [6, 3, 'twice as often as praised'],
    [6, 6, 'as often as praised'],
    [6, 0, 'and praised in none'],
  ] as const) {
    const said = `Staff: criticised in 6 of 20 reviews that mention it, ${words}.`;
    assert.equal(textOf(negative, positive), said);
  }
  assert.equal(textOf(6, 8), undefined);
});
