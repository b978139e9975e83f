import type { Review } from '#dataset/review.ts';
import type { JudgeTokens } from '#insights/polarity/create-judge.ts';
import { decideSide, type Judgement, type Polarity } from '#insights/polarity/judgement.ts';
import { isContrastAt } from '#insights/text/contrasts.ts';
import type { Sentence } from '#insights/text/segment-text.ts';
import { scoreOf } from '../score.ts';

/** What a clause or a sentence says. */
export type Opinion = {
  readonly label: Polarity;
  /** From −1, surely blame, to 1, surely praise. */
  readonly score: number;
  /** How sure the label is: the share of its side against the other, or how likely neutral is. */
  readonly confidence: number;
};

/** What of a clause counts; nothing of what is not a fact, or about somebody else. */
export type Counting = 'all' | 'praise' | 'blame' | 'nothing';

/** A sentence that was judged: clause by clause, and what it says on the whole. */
type JudgedSentence = {
  readonly clauses: readonly Opinion[];
  /** One opinion; two of a sentence that praises and blames. */
  readonly opinions: readonly Opinion[];
};

/** A clause that is likelier than this to be no opinion takes no side. */
const MOST_NEUTRAL = 0.46;
/** From here on a sentence is taken to say both; mixed sentences are rare. */
const MIXED = 0.4;
/** And only where some clause may be praise and some may be blame: long praise is no mixture. */
const HINT = 0.35;

/** How much likelier five stars make praise, and one star blame, in log-odds; three say nothing. */
export const STARS_LOG_ODDS = 1.6;

/** Stars as a number from −1, one star, to 1, five. */
export function starsOf(rating: number): number {
  return (rating - 3) / 2;
}

/**
 * Judges sentences with the stars of their review as a prior: each clause with its sentence, unless
 * that holds a contrast or a clause that does not count whole. What is less than `sure` is neutral.
 */
export function createSentenceJudge(
  judge: JudgeTokens,
  sure: number,
): (sentence: Sentence, counting: readonly Counting[], rating: number) => JudgedSentence {
  return (sentence, counting, rating) => {
    const prior = STARS_LOG_ODDS * starsOf(rating);
    const conclude = (judgement: Judgement, counts: Counting) =>
      (counts !== 'nothing' && takeSide(shift(judgement, prior), sure, counts)) ||
      neutral(judgement, counts);
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
      // Three parts of its own: what else the sentence says is often about something else.
      conclude(isApart ? own : average(own, own, own, whole), counts),
    );
    return { clauses, opinions: concludeAll(whole, parts, isApart, conclude) };
  };
}

type Part = { readonly own: Judgement; readonly counts: Counting };

/** What a sentence says on the whole, of the parts that count. */
function concludeAll(
  whole: Judgement,
  parts: readonly Part[],
  isApart: boolean,
  conclude: (judgement: Judgement, counts: Counting) => Opinion,
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
  // Of a contrast the clauses say more than the words all together.
  const own = counted.map((part) => part.own);
  const said = areAll ? (isApart ? average(whole, ...own) : whole) : average(...own);
  const isAlike = counted.every(({ counts }) => counts === first.counts);
  if (isAlike) return [conclude(said, first.counts)];
  // Some may only praise: what they would blame for does not count, whatever the others say.
  return counted.map((part) => conclude(part.own, part.counts));
}

function takeSide(judgement: Judgement, sure: number, counts: Counting): Opinion | undefined {
  if (judgement.neutral > MOST_NEUTRAL) return undefined;
  const { label, confidence } = decideSide(judgement);
  const isCounted = counts === 'all' || counts === (label === 'positive' ? 'praise' : 'blame');
  if (confidence < sure || !isCounted) return undefined;
  return { label, confidence, score: leaningOf(judgement) };
}

/** What does not count whole has no score. */
function neutral(judgement: Judgement, counts: Counting): Opinion {
  const score = counts === 'all' ? leaningOf(judgement) : 0;
  return { label: 'neutral', confidence: judgement.neutral, score };
}

function leaningOf({ positive, negative }: Judgement): number {
  return positive - negative;
}

function takeBothSides(judgement: Judgement): Opinion[] {
  const [score, confidence] = [leaningOf(judgement), judgement.mixed];
  return [
    { label: 'positive', score, confidence },
    { label: 'negative', score, confidence },
  ];
}

/** A judgement with the odds of praise against blame moved. */
function shift(judgement: Judgement, logOdds: number): Judgement {
  const { positive, neutral, negative } = judgement;
  const praise = positive * Math.exp(logOdds);
  const share = praise / (praise + negative);
  const opinion = 1 - neutral;
  return { ...judgement, positive: opinion * share, negative: opinion * (1 - share) };
}

function average(...judgements: readonly Judgement[]): Judgement {
  const mean = (key: keyof Judgement) =>
    judgements.reduce((sum, judgement) => sum + judgement[key], 0) / judgements.length;
  return {
    positive: mean('positive'),
    neutral: mean('neutral'),
    negative: mean('negative'),
    mixed: mean('mixed'),
  };
}

/** The stars count as much as half a clause. */
const STARS_WEIGHT = 0.5;
/** From here on a review leans to a side. */
const LEANING = 0.25;
/** A review that says both leans to a side only from here on. */
const LEANING_OF_BOTH = 1 / 3;

/**
 * The sentiment of a review: (praise − blame) over all opinions and one more, the stars. A text that
 * does neither is neutral at any stars. One more sentence of praise never lowers the score.
 */
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
