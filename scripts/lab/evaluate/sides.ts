import { accuracyOf } from './confusion.ts';
import type { Verdict } from './prediction.ts';

/** Which share of some texts was called positive or negative, and how often rightly. */
export type SideFigures = {
  /** How many took a side. */
  readonly taken: number;
  readonly sidesTaken: number | null;
  readonly accuracyOfSides: number | null;
};

/** Looks at the verdicts alone that take one side; figures of nothing are null. */
export function measureSides(verdicts: readonly Verdict[]): SideFigures {
  const sided = verdicts.filter(
    ({ predicted }) => predicted === 'positive' || predicted === 'negative',
  );
  return {
    taken: sided.length,
    sidesTaken: verdicts.length === 0 ? null : sided.length / verdicts.length,
    accuracyOfSides: accuracyOf(sided),
  };
}
