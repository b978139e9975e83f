import type { Review } from '#dataset/review.ts';
import type { JudgeTokens } from '#insights/polarity/create-judge.ts';
import { decideSide, type Judgment, type Polarity } from '#insights/polarity/judgment.ts';
import { isContrastAt } from '#insights/text/contrasts.ts';
import type { Sentence } from '#insights/text/segment-text.ts';
import { scoreOf } from '../score.ts';

/** The opinion of a clause or a sentence. */
export type Opinion = {
  readonly label: Polarity;
  /** From −1, certainly blame, to 1, certainly praise. */
  readonly score: number;
  /** The confidence in the label: the share of its side, or the probability of neutral. */
  readonly confidence: number;
};

/** The part of a clause that counts; nothing if it is not a fact, or is about someone else. */
export type Counting = 'all' | 'praise' | 'blame' | 'nothing';

/** A judged sentence: clause by clause, and as a whole. */
type JudgedSentence = {
  readonly clauses: readonly Opinion[];
  /** One opinion; two if a sentence praises and blames. */
  readonly opinions: readonly Opinion[];
};

/** A clause takes no side if it is more likely than this to be neutral. */
const MOST_NEUTRAL = 0.46;
/** From here on a sentence counts as both praise and blame; mixed sentences are rare. */
const MIXED = 0.4;
/** Also required: clauses that may be praise and blame; long praise is not mixed. */
const HINT = 0.35;

/** The log-odds that five stars add to praise, and one star to blame; three add nothing. */
const STARS_LOG_ODDS = 1.6;

/** Returns stars as a number from −1, one star, to 1, five. */
export function starsOf(rating: number): number {
  return (rating - 3) / 2;
}

/**
 * Judges sentences with the stars of their review as a prior: each clause with its sentence, unless
 * that has a contrast or a clause that does not fully count. Confidence below `sure` is neutral.
 */
export function createSentenceJudge(
  judge: JudgeTokens,
  sure: number,
): (sentence: Sentence, counting: readonly Counting[], rating: number) => JudgedSentence {
  return (sentence, counting, rating) => {
    const prior = STARS_LOG_ODDS * starsOf(rating);
    const conclude = (judgment: Judgment, counts: Counting) =>
      (counts !== 'nothing' && takeSide(shift(judgment, prior), sure, counts)) ||
      neutral(judgment, counts);
    const whole = judge(sentence.tokens);
    const isWhole = sentence.clauses.length === 1;
    const parts = sentence.clauses.map(({ tokens }, index) => ({
      own: isWhole ? whole : judge(tokens),
      counts: counting[index] ?? 'all',
    }));
    const isApart =
      parts.some(({ counts }) => counts !== 'all') ||
      sentence.tokens.some((_, place) => isContrastAt(sentence.tokens, place));
    const clauses = parts.map(({ own, counts }) =>
      // Three parts of its own: the rest of the sentence is often about something else.
      conclude(isApart ? own : average(own, own, own, whole), counts),
    );
    return { clauses, opinions: concludeAll(whole, parts, isApart, conclude) };
  };
}

type Part = { readonly own: Judgment; readonly counts: Counting };

/** Returns the opinions of a sentence as a whole, from the parts that count. */
function concludeAll(
  whole: Judgment,
  parts: readonly Part[],
  isApart: boolean,
  conclude: (judgment: Judgment, counts: Counting) => Opinion,
): readonly Opinion[] {
  const counted = parts.filter(({ counts }) => counts !== 'nothing');
  const [first] = counted;
  if (!first) return [conclude(whole, 'nothing')];
  const areAll = parts.every(({ counts }) => counts === 'all');
  const saysBoth =
    areAll &&
    whole.mixed >= MIXED &&
    parts.some(({ own }) => own.positive >= HINT) &&
    parts.some(({ own }) => own.negative >= HINT);
  if (saysBoth) return takeBothSides(whole);
  // In a contrast, the clauses say more than all words together.
  const own = counted.map((part) => part.own);
  const joined = areAll ? (isApart ? average(whole, ...own) : whole) : average(...own);
  const isAlike = counted.every(({ counts }) => counts === first.counts);
  if (isAlike) return [conclude(joined, first.counts)];
  // Clauses that may only praise: their blame does not count, whatever the others say.
  return counted.map((part) => conclude(part.own, part.counts));
}

function takeSide(judgment: Judgment, sure: number, counts: Counting): Opinion | undefined {
  if (judgment.neutral > MOST_NEUTRAL) return undefined;
  const { label, confidence } = decideSide(judgment);
  const isCounted = counts === 'all' || counts === (label === 'positive' ? 'praise' : 'blame');
  if (confidence < sure || !isCounted) return undefined;
  return { label, confidence, score: leaningOf(judgment) };
}

/** Parts that do not fully count have no score. */
function neutral(judgment: Judgment, counts: Counting): Opinion {
  const score = counts === 'all' ? leaningOf(judgment) : 0;
  return { label: 'neutral', confidence: judgment.neutral, score };
}

function leaningOf({ positive, negative }: Judgment): number {
  return positive - negative;
}

function takeBothSides(judgment: Judgment): Opinion[] {
  const [score, confidence] = [leaningOf(judgment), judgment.mixed];
  return [
    { label: 'positive', score, confidence },
    { label: 'negative', score, confidence },
  ];
}

/** Returns a judgment with the odds of praise against blame shifted. */
function shift(judgment: Judgment, logOdds: number): Judgment {
  const { positive, neutral, negative } = judgment;
  const praise = positive * Math.exp(logOdds);
  const share = praise / (praise + negative);
  const opinion = 1 - neutral;
  return { ...judgment, positive: opinion * share, negative: opinion * (1 - share) };
}

function average(...judgments: readonly Judgment[]): Judgment {
  const mean = (key: keyof Judgment) =>
    judgments.reduce((sum, judgment) => sum + judgment[key], 0) / judgments.length;
  return {
    positive: mean('positive'),
    neutral: mean('neutral'),
    negative: mean('negative'),
    mixed: mean('mixed'),
  };
}

/** The weight of the stars: half a clause. */
const STARS_WEIGHT = 0.5;
/** From here on a review takes a side. */
const LEANING = 0.25;
/** A review with praise and blame takes a side only from here on. */
const LEANING_OF_BOTH = 1 / 3;

/** Returns the sentiment of a review: (praise − blame) / (all opinions and the stars). */
export function reviewSentiment(
  opinions: readonly Pick<Opinion, 'label'>[],
  rating: number,
): NonNullable<Review['sentiment']> {
  const praise = opinions.filter(({ label }) => label === 'positive').length;
  const blame = opinions.filter(({ label }) => label === 'negative').length;
  if (praise + blame === 0) return { label: 'neutral', score: 0 };
  const score = scoreOf(praise - blame + STARS_WEIGHT * starsOf(rating), praise + blame + 1);
  const isBoth = praise > 0 && blame > 0;
  if (isBoth && Math.abs(score) < LEANING_OF_BOTH) return { label: 'mixed', score };
  if (Math.abs(score) < LEANING) return { label: 'neutral', score };
  return { label: score > 0 ? 'positive' : 'negative', score };
}
