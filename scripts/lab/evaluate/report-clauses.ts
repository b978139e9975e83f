import { CONFIDENT } from '#insights/polarity/judgement.ts';
import type { BenchReport } from '../bench/report.ts';
import { measureConfident } from './confident.ts';
import { accuracyOf, macroF1Of } from './confusion.ts';
import { formatShare } from './format-figures.ts';
import type { Prediction, Verdict } from './prediction.ts';
import { measureSides } from './sides.ts';

/** What the model says of some clauses, by the likelier side with its peers, or as it is published. */
export type JudgedClauses = {
  readonly dataset: string;
  readonly predictions: readonly Prediction[];
  readonly peers?: readonly { readonly method: string; readonly verdicts: readonly Verdict[] }[];
};

type Row = BenchReport['rows'][number];

/** The methods beside each other on each set of clauses, a row each, as a table. */
export function reportClauses(sets: readonly JudgedClauses[]): BenchReport {
  return {
    title: 'Legal clauses written for this project, labelled positive, neutral, negative or mixed',
    columns: [
      ...['clauses', 'method', 'n', 'accuracy', 'macro-F1', 'sides taken', 'of these right'],
      ...['when confident', 'answered'],
    ],
    rows: sets.flatMap((set) => [
      listOwnCells(set),
      ...(set.peers ?? []).map(({ method, verdicts }) => [
        ...listCells('', method, verdicts),
        ...['', ''],
      ]),
    ]),
    ratios: [],
    notes: [
      'The project wrote and labelled these clauses itself, as it did its training sentences: they show what a change breaks, and texts of others do worse.',
      `The model takes the likelier side. As published, what is unsure of its side (below ${CONFIDENT}) is neutral.`,
      'Sides taken are the clauses called positive or negative. VADER is neutral between -0.05 and 0.05, AFINN at 0; neither knows mixed.',
    ],
  };
}

function listOwnCells({ dataset, predictions, peers }: JudgedClauses): Row {
  const { accuracyWhenConfident, answered } = measureConfident(predictions);
  return [
    ...listCells(dataset, 'the model', predictions),
    ...(peers ? [accuracyWhenConfident, answered].map(formatShare) : ['', '']),
  ];
}

function listCells(dataset: string, method: string, verdicts: readonly Verdict[]): Row {
  const { sidesTaken, accuracyOfSides } = measureSides(verdicts);
  const shares = [accuracyOf(verdicts), macroF1Of(verdicts), sidesTaken, accuracyOfSides];
  return [dataset, method, verdicts.length, ...shares.map(formatShare)];
}
