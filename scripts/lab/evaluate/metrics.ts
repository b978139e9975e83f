import { CONFIDENT } from '#insights/polarity/judgement.ts';
import { LABELS, type Label } from '../labelled/labelled.ts';

export type Verdict = { readonly gold: Label; readonly predicted: Label };

/** A verdict of a method that knows how sure it is: from 0 to 1. */
export type Prediction = Verdict & { readonly confidence: number };

/** How often each label (a row) was taken for each (a column), over the labels that occur. */
export type Confusion = {
  readonly labels: readonly Label[];
  readonly counts: readonly (readonly number[])[];
};

export function countConfusion(verdicts: readonly Verdict[]): Confusion {
  const labels = LABELS.filter((label) =>
    verdicts.some(({ gold, predicted }) => gold === label || predicted === label),
  );
  const countOf = (row: Label, column: Label) =>
    verdicts.filter(({ gold, predicted }) => gold === row && predicted === column).length;
  return { labels, counts: labels.map((row) => labels.map((column) => countOf(row, column))) };
}

export function accuracyOf(verdicts: readonly Verdict[]): number | null {
  const right = verdicts.filter(({ gold, predicted }) => gold === predicted).length;
  return verdicts.length === 0 ? null : right / verdicts.length;
}

/**
 * The mean of the F1 of each label that people gave at all; null of none. A label that only the
 * method gave has no F1 of its own: its verdicts count against the labels that they missed.
 */
export function macroF1Of(verdicts: readonly Verdict[]): number | null {
  const { labels, counts } = countConfusion(verdicts);
  const scores = labels.flatMap((_, index) => {
    const hits = counts[index]?.[index] ?? 0;
    const given = sum(counts[index] ?? []);
    const predicted = sum(counts.map((row) => row[index] ?? 0));
    return given === 0 ? [] : [(2 * hits) / (given + predicted)];
  });
  return scores.length === 0 ? null : sum(scores) / scores.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function isSide(label: Label): boolean {
  return label === 'positive' || label === 'negative';
}

/** Looks at the verdicts alone that take one side; figures of nothing are null. */
export function measureSides(verdicts: readonly Verdict[]) {
  const sided = verdicts.filter(({ predicted }) => isSide(predicted));
  return {
    taken: sided.length,
    sidesTaken: verdicts.length === 0 ? null : sided.length / verdicts.length,
    accuracyOfSides: accuracyOf(sided),
  };
}

/** Looks at the predictions alone that are confident enough to be published. */
export function measureConfident(predictions: readonly Prediction[]) {
  const confident = predictions.filter(({ confidence }) => confidence >= CONFIDENT);
  const answered = predictions.length === 0 ? null : confident.length / predictions.length;
  return { accuracyWhenConfident: accuracyOf(confident), answered };
}

const BINS = 10;

export type Calibration = {
  readonly bins: readonly {
    readonly from: number;
    readonly to: number;
    readonly n: number;
    readonly confidence: number | null;
    readonly accuracy: number | null;
  }[];
  /** How far confidence and accuracy lie apart on the mean; null of no predictions. */
  readonly error: number | null;
};

/**
 * Holds confidence against accuracy in ten bins of equal width from the least confidence that there
 * can be (0.5 of two labels) up to 1: Guo et al. 2017, "On Calibration of Modern Neural Networks",
 * equations 2, 3 and 5 (the expected calibration error).
 */
export function calibrate(predictions: readonly Prediction[], least = 0.5): Calibration {
  const width = (1 - least) / BINS;
  const bins = Array.from({ length: BINS }, (_, index) => {
    const own = predictions.filter(({ confidence }) => binOf(confidence, least) === index);
    const right = own.filter(({ gold, predicted }) => gold === predicted).length;
    const total = own.reduce((sum, { confidence }) => sum + confidence, 0);
    return {
      from: least + index * width,
      to: least + (index + 1) * width,
      n: own.length,
      confidence: own.length === 0 ? null : total / own.length,
      accuracy: own.length === 0 ? null : right / own.length,
    };
  });
  const gaps = bins.map(
    ({ n, confidence, accuracy }) => n * Math.abs((confidence ?? 0) - (accuracy ?? 0)),
  );
  const error = gaps.reduce((sum, gap) => sum + gap, 0) / predictions.length;
  return { bins, error: predictions.length === 0 ? null : error };
}

/** The bin of a confidence. A bin holds its upper bound; the first one the lower bound as well. */
function binOf(confidence: number, least: number): number {
  const place = Math.ceil(((confidence - least) / (1 - least)) * BINS) - 1;
  return Math.min(BINS - 1, Math.max(0, place));
}

/** What is to be found in one text, and what was found, each once. */
export type Finding = {
  readonly gold: ReadonlySet<string>;
  readonly found: ReadonlySet<string>;
};

/** Precision, recall and F1 over all findings, or of one name alone; null as shares of nothing. */
export function measureDetection(findings: readonly Finding[], only?: string) {
  let hits = 0;
  let expected = 0;
  let found = 0;
  for (const finding of findings) {
    for (const name of finding.gold) if (only === undefined || name === only) expected++;
    for (const name of finding.found) {
      if (only !== undefined && name !== only) continue;
      found++;
      if (finding.gold.has(name)) hits++;
    }
  }
  return {
    n: expected,
    precision: found === 0 ? null : hits / found,
    recall: expected === 0 ? null : hits / expected,
    f1: expected + found === 0 ? null : (2 * hits) / (expected + found),
  };
}
