import type { Prediction } from './prediction.ts';

const BINS = 10;

/** The predictions whose confidence lies above `from` and up to `to`. */
export type CalibrationBin = {
  readonly from: number;
  readonly to: number;
  readonly n: number;
  /** Null where nothing lies in the bin. */
  readonly confidence: number | null;
  readonly accuracy: number | null;
};

export type Calibration = {
  readonly bins: readonly CalibrationBin[];
  /** How far confidence and accuracy lie apart on the mean; null of no predictions. */
  readonly error: number | null;
};

/**
 * Holds confidence against accuracy in ten bins of equal width from the least confidence that there
 * can be (0.5 of two labels) up to 1: Guo et al. 2017, "On Calibration of Modern Neural Networks",
 * equations 2, 3 and 5 (the expected calibration error).
 */
export function calibrate(predictions: readonly Prediction[], least: number): Calibration {
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
