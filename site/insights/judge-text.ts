import type { JudgeTokens } from './polarity/create-judge.ts';
import {
  CONFIDENT,
  decide,
  decideSide,
  type Judgement,
  type Polarity,
} from './polarity/judgement.ts';
import { isContrastAt } from './text/contrasts.ts';
import type { Clause } from './text/cut-clauses.ts';
import { type Sentence, segmentText } from './text/segment-text.ts';

/** What a clause or a sentence says. */
export type Opinion = {
  readonly label: Polarity;
  /** From −1, surely blame, to 1, surely praise. */
  readonly score: number;
  /** How sure the label is: the share of its side against the other, or how likely neutral is. */
  readonly confidence: number;
};

export type ClauseOpinion = Opinion & { readonly clause: Clause };

/** A sentence that was judged: clause by clause, and what it says on the whole. */
export type JudgedSentence = {
  readonly clauses: readonly ClauseOpinion[];
  /** One opinion; two of a sentence that praises and blames. */
  readonly opinions: readonly Opinion[];
};

/** From here on a sentence is taken to say both; mixed sentences are rare. */
const MIXED = 0.4;
/** And only where some clause may be praise and some may be blame: long praise is no mixture. */
const HINT = 0.25;

/** Five stars make praise so much likelier, in log-odds, and one star blame; three say nothing. */
const STARS_LOG_ODDS = 0.8;

/**
 * Judges a text, with the stars of its review as a weak prior. A clause is judged together with its
 * sentence, unless that sets one thing against another. What is not `sure` of its side is neutral.
 */
export function judgeText(
  text: string,
  rating: number,
  judge: JudgeTokens,
  sure = CONFIDENT,
): JudgedSentence[] {
  const prior = STARS_LOG_ODDS * starsOf(rating);
  const conclude = (judgement: Judgement) =>
    takeSide(shift(judgement, prior), sure) ?? neutral(judgement);
  return segmentText(text).map((sentence) => {
    const whole = judge(sentence.tokens);
    const isContrasted = hasContrast(sentence);
    const isWhole = sentence.clauses.length === 1;
    const parts = sentence.clauses.map((clause) => ({
      clause,
      own: isWhole ? whole : judge(clause.tokens),
    }));
    const clauses = parts.map(({ clause, own }) => ({
      clause,
      ...conclude(isContrasted ? own : average(own, whole)),
    }));
    const saysBoth =
      whole.mixed >= MIXED &&
      parts.some(({ own }) => own.positive >= HINT) &&
      parts.some(({ own }) => own.negative >= HINT);
    // Of a contrast the clauses tell more than the words all together.
    const said = isContrasted ? average(whole, ...parts.map(({ own }) => own)) : whole;
    return { clauses, opinions: saysBoth ? takeBothSides(whole) : [conclude(said)] };
  });
}

/** Stars as a number from −1, one star, to 1, five. */
export function starsOf(rating: number): number {
  return (rating - 3) / 2;
}

function takeSide(judgement: Judgement, sure: number): Opinion | undefined {
  if (decide(judgement).label === 'neutral') return undefined;
  const { label, confidence } = decideSide(judgement);
  return confidence < sure ? undefined : { label, confidence, score: leaningOf(judgement) };
}

function neutral(judgement: Judgement): Opinion {
  return { label: 'neutral', confidence: judgement.neutral, score: leaningOf(judgement) };
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

function hasContrast({ tokens }: Sentence): boolean {
  return tokens.some((_, place) => isContrastAt(tokens, place));
}
