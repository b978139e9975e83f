import { createJudge } from '#insights/polarity/create-judge.ts';
import type { BenchReport } from '../bench/report.ts';
import { predictPolarity } from '../evaluate/domains.ts';
import { accuracyOf, calibrate, measureConfident } from '../evaluate/metrics.ts';
import { formatShare } from '../evaluate/sections.ts';
import { DOMAINS } from '../labelled/find-data.ts';
import { trainModel } from './model.ts';
import { OWN_COUNTS, type TrainingData } from './training-data.ts';

/** What our own sentences may count in two regressions. */
type Counts = typeof OWN_COUNTS;

const CANDIDATES: readonly Counts[] = [
  ...[0, 0.05, 0.1, 0.2, 0.3, 1].map((polarity) => ({ ...OWN_COUNTS, polarity })),
  ...[0, 0.1, 1].map((opinion) => ({ ...OWN_COUNTS, opinion })),
];

const EVEN = 0.5;

/** Cross-validates what our own sentences count, on texts of others that no model saw. */
export function chooseCounts(
  data: TrainingData,
  lexicon: ReadonlyMap<string, number>,
  tell: (line: string) => void,
): BenchReport {
  return {
    title: 'What our own sentences count, by cross-validation on the texts of others',
    columns: [
      ...['polarity', 'opinion', ...DOMAINS, 'all three', 'calibration error'],
      ...['when confident', 'answered', 'clauses of MAMS'],
    ],
    rows: CANDIDATES.map((counts) => {
      tell(`… ${counts.polarity} in polarity, ${counts.opinion} in opinion`);
      return [counts.polarity, counts.opinion, ...validate(data, lexicon, counts).map(formatShare)];
    }),
    notes: ['UCI sentences have two labels, clauses of MAMS three.'],
  };
}

function validate(
  { uci, mams, own }: TrainingData,
  lexicon: ReadonlyMap<string, number>,
  counts: Counts,
): readonly (number | null)[] {
  const ours = own.map((text) => ({ ...text, counts: { ...counts, mixture: 0 } }));
  const folds = DOMAINS.map((domain, fold) => {
    // Neighbours are clauses of one sentence: thirds, lest both sides see it.
    const [from, to] = [fold, fold + 1].map((third) => Math.floor((mams.length * third) / 3));
    const sentences = DOMAINS.flatMap((name) => (name === domain ? [] : (uci.get(name) ?? [])));
    const clauses = [...mams.slice(0, from), ...mams.slice(to)];
    const judge = createJudge(trainModel([...sentences, ...clauses, ...ours], lexicon));
    return {
      sentences: predictPolarity(uci.get(domain) ?? [], judge),
      clauses: predictPolarity(mams.slice(from, to), judge),
    };
  });
  const all = folds.flatMap(({ sentences }) => sentences);
  const { accuracyWhenConfident, answered } = measureConfident(all);
  return [
    ...folds.map(({ sentences }) => accuracyOf(sentences)),
    accuracyOf(all),
    calibrate(all, EVEN).error,
    accuracyWhenConfident,
    answered,
    accuracyOf(folds.flatMap(({ clauses }) => clauses)),
  ];
}
