import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findConcerns, findStrengths } from '#insights/findings.ts';
import { aspectOf } from './aspect-of.ts';

const idsOf = (findings: readonly { readonly aspect: string }[]) =>
  findings.map(({ aspect }) => aspect);

test('strengths are the three aspects of which most is certain', () => {
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

test('concerns are the aspects with the largest share of complaints, from three reviews on', () => {
  const blamed = (id: string, negative: number, mentionCount: number) =>
    aspectOf({ id, negative, mentionCount });
  const aspects = [
    blamed('a', 3, 10),
    blamed('b', 9, 10),
    blamed('c', 2, 2),
    blamed('d', 20, 100),
    blamed('e', 50, 100),
  ];
  assert.deepEqual(idsOf(findConcerns(aspects)), ['b', 'e', 'a']);
  assert.deepEqual(findConcerns([aspectOf({ negative: 9, mentionCount: 9, quotes: [] })]), []);
});

test('one reviewer who complains often is no concern', () => {
  const angry = { negative: 9, mentionCount: 9 };
  assert.deepEqual(findConcerns([aspectOf({ ...angry, negativeReviewCount: 2 })]), []);
  assert.equal(findConcerns([aspectOf({ ...angry, negativeReviewCount: 3 })]).length, 1);
});
