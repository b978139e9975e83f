import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Counting,
  createSentenceJudge,
  type Opinion,
  reviewSentiment,
} from '#insights/annotation/judge-text.ts';
import type { JudgeTokens } from '#insights/polarity/create-judge.ts';
import type { Polarity } from '#insights/polarity/judgment.ts';
import { CONFIDENT } from '#insights/polarity/judgment.ts';
import { segmentText } from '#insights/text/segment-text.ts';
import { judgeByWords, judgmentOf } from '../judge-by-words.ts';

/** A judge that says the same of everything. */
const saying =
  (share: number, neutral: number): JudgeTokens =>
  () =>
    judgmentOf(share, neutral);

/** Judges the sentences of a text; without `counting` all clauses count alike. */
function judgeText(
  text: string,
  rating: number,
  judge: JudgeTokens,
  counting?: readonly Counting[],
) {
  const judgeSentence = createSentenceJudge(judge, CONFIDENT);
  return segmentText(text).map((sentence) => ({
    sentence,
    ...judgeSentence(sentence, counting ?? sentence.clauses.map(() => 'all'), rating),
  }));
}

/** What is said of a text of one clause, with some stars. */
function opinionOf(rating: number, judge: JudgeTokens): Opinion {
  const [judged] = judgeText('Something', rating, judge);
  const [opinion] = judged?.opinions ?? [];
  assert.ok(opinion);
  assert.deepEqual(judged?.clauses, [opinion]);
  return opinion;
}
/** The labels of the clauses of each sentence, and what it says as a whole. */
const labelsOf = (text: string, counting?: readonly Counting[]) =>
  judgeText(text, 3, judgeByWords, counting).map(({ clauses, opinions }) =>
    [clauses, opinions].map((all) => all.map(({ label }) => label).join()).join(' = '),
  );

test('a side is taken where it is sure enough, and only of what is likely an opinion', () => {
  for (const [rating, share, neutral, label, confidence] of [
    [3, 0.875, 0.25, 'positive', 0.875],
    [3, 0.125, 0.25, 'negative', 0.875],
    [3, 0.77, 0.2, 'neutral', 0.2],
    [5, 1, 0.51, 'neutral', 0.51],
  ] as const) {
    const opinion = opinionOf(rating, saying(share, neutral));
    assert.deepEqual([opinion.label, opinion.confidence], [label, confidence]);
  }
});

test('five stars make praise likelier by 1.6 in log-odds, one star as much less', () => {
  for (const rating of [1, 3, 4, 5]) {
    const odds = 49 * Math.exp(0.8 * (rating - 3));
    const { confidence } = opinionOf(rating, saying(0.98, 0.2));
    assert.ok(Math.abs(confidence - odds / (1 + odds)) < 1e-12);
  }
});

test('more stars never make a label worse, and no stars turn a sure side round', () => {
  const order = ['negative', 'neutral', 'positive'];
  const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });
  fc.assert(
    fc.property(share, fc.nat(8), fc.nat(8), (praise, halves, more) => {
      const placeWith = (rating: number) =>
        order.indexOf(opinionOf(rating, saying(praise, 0.1)).label);
      const rating = 1 + halves / 2;
      assert.ok(placeWith(Math.min(5, rating + more / 2)) >= placeWith(rating));
      assert.ok(Math.abs(placeWith(rating) - placeWith(3)) <= 1);
    }),
  );
});

test('what counts not at all, or only as praise or blame, says nothing else', () => {
  const text = 'Good people, bad manners.';
  for (const [some, counting, ...said] of [
    ['Good result but bad manners.', undefined, 'positive,negative = positive,negative'],
    [text, ['all', 'nothing'], 'positive,neutral = positive'],
    [text, ['praise', 'praise'], 'positive,neutral = neutral'],
    [text, ['blame', 'all'], 'neutral,negative = neutral,negative'],
    ['Good. Bad!', ['nothing'], 'neutral = neutral', 'neutral = neutral'],
  ] as const) {
    assert.deepEqual(labelsOf(some, counting), said);
  }
});

const LABELS: Readonly<Record<string, Polarity>> = {
  '+': 'positive',
  '0': 'neutral',
  '-': 'negative',
};
const opinionsOf = (signs: string) =>
  [...signs].map((sign) => ({ label: LABELS[sign] ?? 'neutral' }));

test('a review has the sentiment of its opinions, which its stars tip', () => {
  for (const [signs, rating, label, score] of [
    ['', 5, 'neutral', 0],
    ['0', 1, 'neutral', 0],
    ['+', 3, 'positive', 0.5],
    ['+', 1, 'positive', 0.25],
    ['-', 5, 'negative', -0.25],
    ['++++', 5, 'positive', 0.9],
    ['+-', 3, 'mixed', 0],
    ['+-', 5, 'mixed', 0.167],
    ['++-', 3, 'mixed', 0.25],
    ['++-', 5, 'positive', 0.375],
    ['+++-', 3, 'positive', 0.4],
    ['+++-', 1, 'mixed', 0.3],
    ['---0+', 1, 'negative', -0.5],
  ] as const) {
    assert.deepEqual(reviewSentiment(opinionsOf(signs), rating), { label, score }, signs);
  }
});
