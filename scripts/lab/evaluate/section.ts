import type { BenchReport } from '../bench/report.ts';
import type { Calibration } from './calibration.ts';
import type { Confusion } from './confusion.ts';

/** One figure of a method on labelled data; `n` is how many it is a figure of. */
export type Figure = {
  readonly dataset: string;
  readonly metric: string;
  readonly value: number | null;
  readonly n: number;
};

/** A part of the evaluation: tables for people, and the same figures for programs. */
export type Section = {
  readonly reports: readonly BenchReport[];
  readonly benchmarks: readonly Figure[];
  readonly peers: readonly (Figure & { readonly method: string })[];
  readonly matrices: readonly (Confusion & { readonly dataset: string })[];
  readonly calibration?: Calibration & { readonly dataset: string };
};
