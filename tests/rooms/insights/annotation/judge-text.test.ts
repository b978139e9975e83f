import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Counting,
  createSentenceJudge,
  type Opinion,
  reviewSentiment,
  starsOf,
} from '#insights/annotation/judge-text.ts';
import type { JudgeTokens } from '#insights/polarity/create-judge.ts';
import type { Polarity } from '#insights/polarity/judgement.ts';
import { CONFIDENT } from '#insights/polarity/judgement.ts';
import { segmentText } from '#insights/text/segment-text.ts';
import { judgeByWords, judgementOf } from '../judge-by-words.ts';
import { anyText } from '../text/any-text.ts';

/** A judge that says the same of everything. */
const saying =
  (share: number, neutral: number): JudgeTokens =>
  () =>
    judgementOf(share, neutral);

/** Judges the sentences of a text, all clauses of which count alike. */
function judgeText(
  text: string,
  rating: number,
  judge: JudgeTokens,
  { sure = CONFIDENT, counting }: { sure?: number; counting?: readonly Counting[] } = {},
) {
  const judgeSentence = createSentenceJudge(judge, sure);
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
const labelsOf = (text: string, rating = 3, counting?: readonly Counting[]) =>
  judgeText(text, rating, judgeByWords, counting && { counting }).map(
    ({ sentence, clauses, opinions }) => [
      sentence.clauses.map(
        ({ start, end }, place) => `${text.slice(start, end)}: ${clauses[place]?.label}`,
      ),
      opinions.map(({ label }) => label),
    ],
  );

test('stars go from −1 to 1, three are 0', () => {
  assert.deepEqual([1, 2, 3, 4.5, 5].map(starsOf), [-1, -0.5, 0, 0.75, 1]);
});

test('a side is taken where it is sure enough, and only of what is likely an opinion', () => {
  assert.deepEqual(opinionOf(3, saying(0.875, 0.25)), {
    label: 'positive',
    confidence: 0.875,
    score: 0.5625,
  });
  assert.equal(opinionOf(3, saying(0.2, 0.25)).label, 'negative');
  assert.equal(opinionOf(3, saying(0.77, 0.2)).label, 'neutral');
  assert.equal(opinionOf(3, saying(0.77, 0.2)).confidence, 0.2);
  assert.equal(opinionOf(5, saying(1, 0.51)).label, 'neutral');
});

test('five stars make praise likelier by 1.6 in log-odds, one star as much less', () => {
  const confidenceWith = (rating: number) => opinionOf(rating, saying(0.98, 0.2)).confidence;
  for (const [rating, logOdds] of [
    [5, 1.6],
    [4, 0.8],
    [3, 0],
    [1, -1.6],
  ] as const) {
    const odds = 49 * Math.exp(logOdds);
    assert.ok(Math.abs(confidenceWith(rating) - odds / (1 + odds)) < 1e-12);
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

test('a contrast sets its clauses apart', () => {
  assert.deepEqual(labelsOf('Good result but bad manners.'), [
    [
      ['Good result: positive', 'bad manners.: negative'],
      ['positive', 'negative'],
    ],
  ]);
});

test('a sentence that is mixed says both, whatever the stars', () => {
  for (const rating of [1, 3, 5]) {
    const [sentence] = judgeText('A day', rating, () => judgementOf(0.5, 0.2, 0.4));
    assert.deepEqual(
      sentence?.opinions.map(({ label, confidence }) => [label, confidence]),
      [
        ['positive', 0.4],
        ['negative', 0.4],
      ],
    );
  }
});

test('a sentence is hardly mixed where it is unlikely, or where no clause hints at one side', () => {
  for (const judgement of [
    judgementOf(0.7, 0.2, 0.39),
    judgementOf(0.8, 0.2, 0.9),
    judgementOf(0.2, 0.2, 0.9),
  ]) {
    const [sentence] = judgeText('A day', 3, () => judgement);
    assert.equal(sentence?.opinions.length, 1);
  }
});

test('without a contrast a clause is judged together with its sentence', () => {
  const text = 'So they called; good people.';
  const judge: JudgeTokens = (tokens) => judgementOf(0.9, tokens.length > 4 ? 0 : 0.6);
  const clausesOf = (of: string) =>
    judgeText(of, 3, judge).flatMap(({ clauses }) => clauses.map(({ label }) => label));
  assert.deepEqual(clausesOf(text), ['positive', 'positive']);
  assert.deepEqual(clausesOf(text.replace(';', ' but')), ['neutral', 'neutral']);
});

test('what counts not at all, or only as praise, says nothing else', () => {
  const text = 'Good people, bad manners.';
  assert.deepEqual(labelsOf(text, 3, ['all', 'nothing']), [
    [['Good people: positive', 'bad manners.: neutral'], ['positive']],
  ]);
  assert.deepEqual(labelsOf(text, 3, ['praise', 'praise']), [
    [['Good people: positive', 'bad manners.: neutral'], ['neutral']],
  ]);
  assert.deepEqual(labelsOf(text, 3, ['blame', 'all']), [
    [
      ['Good people: neutral', 'bad manners.: negative'],
      ['neutral', 'negative'],
    ],
  ]);
  assert.deepEqual(labelsOf('Good. Bad!', 3, ['nothing']), [
    [['Good.: neutral'], ['neutral']],
    [['Bad!: neutral'], ['neutral']],
  ]);
});

test('of any text every score and confidence is a finite share', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 2, max: 10 }), (text, halves) => {
      for (const { clauses, opinions } of judgeText(text, halves / 2, judgeByWords)) {
        assert.ok(opinions.length === 1 || opinions.length === 2);
        for (const { score, confidence } of [...clauses, ...opinions]) {
          assert.ok(score >= -1 && score <= 1 && confidence >= 0 && confidence <= 1);
        }
      }
    }),
  );
});

const LABELS: Readonly<Record<string, Polarity>> = {
  '+': 'positive',
  '0': 'neutral',
  '-': 'negative',
};
const opinionsOf = (signs: string) =>
  [...signs].map((sign) => ({ label: LABELS[sign] ?? 'neutral' }));

const TABLE: readonly (readonly [string, number, ReturnType<typeof reviewSentiment>])[] = [
  ['', 3, { label: 'neutral', score: 0 }],
  ['', 5, { label: 'neutral', score: 0 }],
  ['0', 1, { label: 'neutral', score: 0 }],
  ['+', 3, { label: 'positive', score: 0.5 }],
  ['+', 1, { label: 'positive', score: 0.25 }],
  ['-', 5, { label: 'negative', score: -0.25 }],
  ['++++', 5, { label: 'positive', score: 0.9 }],
  ['+-', 3, { label: 'mixed', score: 0 }],
  ['+-', 5, { label: 'mixed', score: 0.167 }],
  ['++-', 3, { label: 'mixed', score: 0.25 }],
  ['++-', 5, { label: 'positive', score: 0.375 }],
  ['+++-', 3, { label: 'positive', score: 0.4 }],
  ['+++-', 1, { label: 'mixed', score: 0.3 }],
  ['---0+', 1, { label: 'negative', score: -0.5 }],
];
for (const [signs, rating, expected] of TABLE) {
  test(`“${signs}” with ${rating} stars is ${expected.label}, ${expected.score}`, () => {
    assert.deepEqual(reviewSentiment(opinionsOf(signs), rating), expected);
  });
}

const anyReview = [
  fc.array(fc.constantFrom('+', '-', '0'), { maxLength: 30 }).map((signs) => signs.join('')),
  fc.integer({ min: 2, max: 10 }).map((halves) => halves / 2),
] as const;

test('one more positive opinion never lowers the score, a negative one never raises it', () => {
  fc.assert(
    fc.property(...anyReview, (signs, rating) => {
      const scoreWith = (more: string) => reviewSentiment(opinionsOf(signs + more), rating).score;
      assert.ok(scoreWith('+') >= scoreWith(''));
      assert.ok(scoreWith('-') <= scoreWith(''));
      assert.equal(scoreWith('0'), scoreWith(''));
    }),
  );
});

test('one more positive opinion never makes a review less positive', () => {
  const order = ['negative', 'mixed', 'neutral', 'positive'];
  fc.assert(
    fc.property(...anyReview, (signs, rating) => {
      const { label, score } = reviewSentiment(opinionsOf(signs), rating);
      const { label: more } = reviewSentiment(opinionsOf(`${signs}+`), rating);
      if (label === 'positive') assert.ok(more === 'positive', `${more} of ${score}`);
      if (more === 'negative') assert.equal(label, 'negative');
      assert.ok(order.includes(label) && order.includes(more));
      if (label !== 'mixed' && label !== 'neutral') {
        assert.equal(score > 0, label === 'positive');
      }
    }),
  );
});

test('all turned round, praise for blame and stars, the review is turned round', () => {
  fc.assert(
    fc.property(...anyReview, (signs, rating) => {
      const turned = signs.replaceAll('+', 'x').replaceAll('-', '+').replaceAll('x', '-');
      const { label, score } = reviewSentiment(opinionsOf(signs), rating);
      const opposite = reviewSentiment(opinionsOf(turned), 6 - rating);
      assert.equal(opposite.score + score, 0);
      const isSide = label === 'positive' || label === 'negative';
      assert.equal(opposite.label === label, !isSide);
    }),
  );
});
