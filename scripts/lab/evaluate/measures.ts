import { CONFIDENT } from '#insights/polarity/judgment.ts';
import { LABELS, type Label } from '../labeled/labeled.ts';
import type { Share } from './section.ts';

/** `confidence`: from 0 to 1. */
export type Verdict = {
  readonly gold: Label;
  readonly predicted: Label;
  readonly confidence: number;
};

/** The share of items that meet a condition. */
export function shareOf<Item>(items: readonly Item[], isTrue: (item: Item) => boolean): Share {
  return { n: items.length, value: divide(items.filter(isTrue).length, items.length) };
}

export function divide(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

export function isRight({ gold, predicted }: Verdict): boolean {
  return gold === predicted;
}

/** Accuracy, and the mean F1 over the labels that people gave at all. */
export function measureLabels(verdicts: readonly Verdict[]) {
  const scores = LABELS.flatMap((label) => {
    const given = verdicts.filter(({ gold }) => gold === label);
    const predicted = verdicts.filter((one) => one.predicted === label).length;
    const hits = given.filter(isRight).length;
    return given.length === 0 ? [] : [(2 * hits) / (given.length + predicted)];
  });
  const macroF1 = { n: verdicts.length, value: divide(sum(scores), scores.length) };
  return { accuracy: shareOf(verdicts, isRight), macroF1 };
}

/** The verdicts that take one side. */
export function measureSides(verdicts: readonly Verdict[]) {
  const isSided = ({ predicted }: Verdict) => predicted === 'positive' || predicted === 'negative';
  return {
    sidesTaken: shareOf(verdicts, isSided),
    accuracyOfSides: shareOf(verdicts.filter(isSided), isRight),
  };
}

/** The verdicts that are confident enough to be published. */
export function measureConfident(verdicts: readonly Verdict[]) {
  const isConfident = ({ confidence }: Verdict) => confidence >= CONFIDENT;
  return {
    accuracyWhenConfident: shareOf(verdicts.filter(isConfident), isRight),
    answered: shareOf(verdicts, isConfident),
  };
}

const BINS = 10;
/** The least confidence in one of two labels. */
const LEAST = 0.5;

/**
 * The expected calibration error: the distance of confidence and accuracy, in ten bins of equal
 * width. Guo et al. 2017, "On Calibration of Modern Neural Networks", equations 2, 3 and 5.
 */
export function measureCalibration(verdicts: readonly Verdict[]): Share {
  const bins = Map.groupBy(verdicts, ({ confidence }) => binOf(confidence));
  const gaps = [...bins.values()].map((own) =>
    Math.abs(sum(own.map((one) => one.confidence - (isRight(one) ? 1 : 0)))),
  );
  return { n: verdicts.length, value: divide(sum(gaps), verdicts.length) };
}

/** A bin includes its upper bound, and the first one its lower bound as well. */
function binOf(confidence: number): number {
  return Math.max(0, Math.ceil(((confidence - LEAST) / (1 - LEAST)) * BINS) - 1);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
