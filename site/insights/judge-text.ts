import type { JudgeTokens } from './polarity/create-judge.ts';
import { decide, decideSide, type Judgement, type Polarity } from './polarity/judgement.ts';
import { isContrastAt } from './text/contrasts.ts';
import type { Sentence } from './text/segment-text.ts';

/** What a clause or a sentence says. */
export type Opinion = {
  readonly label: Polarity;
  /** From −1, surely blame, to 1, surely praise. */
  readonly score: number;
  /** How sure the label is: the share of its side against the other, or how likely neutral is. */
  readonly confidence: number;
};

/**
 * What of a clause may count: all that it says, its praise or its blame alone, or nothing, since it is
 * no fact, or about somebody else.
 */
export type Counting = 'all' | 'praise' | 'blame' | 'nothing';

/** A sentence that was judged: clause by clause, and what it says on the whole. */
export type JudgedSentence = {
  readonly clauses: readonly Opinion[];
  /** One opinion; two of a sentence that praises and blames. */
  readonly opinions: readonly Opinion[];
};

/** From here on a sentence is taken to say both; mixed sentences are rare. */
const MIXED = 0.4;
/** And only where some clause may be praise and some may be blame: long praise is no mixture. */
const HINT = 0.35;

/** Five stars make praise so much likelier, in log-odds, and one star blame; three say nothing. */
export const STARS_LOG_ODDS = 1.6;

/** Stars as a number from −1, one star, to 1, five. */
export function starsOf(rating: number): number {
  return (rating - 3) / 2;
}

/**
 * Makes a judge of sentences, with the stars of their review as a prior. A clause is judged together with
 * its sentence, unless that sets one thing against another, or holds a clause that counts not
 * whole. What is not `sure` of its side is neutral.
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
  // Of a contrast the clauses tell more than the words all together.
  const own = counted.map((part) => part.own);
  const said = areAll ? (isApart ? average(whole, ...own) : whole) : average(...own);
  const isAlike = counted.every(({ counts }) => counts === first.counts);
  if (isAlike) return [conclude(said, first.counts)];
  // Some may only praise: what they would blame for does not count, whatever the others say.
  return counted.map((part) => conclude(part.own, part.counts));
}

function takeSide(judgement: Judgement, sure: number, counts: Counting): Opinion | undefined {
  if (decide(judgement).label === 'neutral') return undefined;
  const { label, confidence } = decideSide(judgement);
  if (confidence < sure || !counted(label, counts)) return undefined;
  return { label, confidence, score: leaningOf(judgement) };
}

function counted(label: 'positive' | 'negative', counts: Counting): boolean {
  return counts === 'all' || counts === (label === 'positive' ? 'praise' : 'blame');
}

/** Of what counts not whole no leaning is told. */
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
