import type { Aspect } from '#dataset/stored-entities.ts';
import type { BenchReport } from '../bench/bench-report.ts';
import type { Analysis } from './analysis.ts';
import { accuracyOf, countConfusion, macroF1Of } from './confusion.ts';
import { formatAim, formatShare, reportConfusion } from './format-figures.ts';
import { type LegalClause, listAspectLines } from './legal-clauses.ts';
import { listFigures, listVerdictFigures } from './list-figures.ts';
import { labelByPeer, PEERS } from './peers.ts';
import { predictAspects } from './predict-aspects.ts';
import type { Verdict } from './prediction.ts';
import { listAspectFigures, reportAspects } from './report-aspects.ts';
import type { Section } from './section.ts';

const ALL = 'legal clauses';
const UNMIXED = 'legal clauses that take one side or none';
const POLARITY_AIM = 0.85;
const ASPECT_AIM = 0.8;

/** How well the aspects and the sides of legal clauses are found, beside the peers. */
export function evaluateClauses(
  clauses: readonly LegalClause[],
  aspects: readonly Aspect[],
  analysis: Analysis,
): Section {
  const found = predictAspects(listAspectLines(clauses), aspects, analysis);
  const sets = [
    { dataset: ALL, own: clauses, aim: POLARITY_AIM },
    { dataset: UNMIXED, own: clauses.filter(({ label }) => label !== 'mixed'), aim: undefined },
  ].map(({ dataset, own, aim }) => ({
    dataset,
    aim,
    predictions: own.map(({ text, label: gold }) => {
      const { label: predicted, confidence } = analysis.labelText(text);
      return { gold, predicted, confidence };
    }),
    peers: PEERS.map((peer) => ({
      method: peer.name,
      verdicts: own.map(({ text, label: gold }) => ({ gold, predicted: labelByPeer(peer, text) })),
    })),
  }));
  const matrices = sets.map(({ dataset, predictions }) => ({
    dataset,
    ...countConfusion(predictions),
  }));
  return {
    reports: [
      reportAspects(ALL, found, aspects, ASPECT_AIM),
      {
        title: 'Legal clauses, labelled positive, neutral, negative or mixed',
        columns: ['clauses', 'method', 'n', 'accuracy', 'macro-F1', 'aim'],
        rows: sets.flatMap(({ dataset, predictions, peers, aim }) => [
          [
            ...listCells(dataset, 'the model', predictions),
            aim ? formatAim(accuracyOf(predictions), aim) : '',
          ],
          ...peers.map(({ method, verdicts }) => [...listCells('', method, verdicts), '']),
        ]),
        ratios: [],
        notes: ['VADER is neutral between -0.05 and 0.05, AFINN at 0; neither knows mixed.'],
      },
      ...matrices.map((matrix) => reportConfusion(matrix.dataset, matrix)),
    ],
    benchmarks: [
      ...listAspectFigures(ALL, found),
      ...sets.flatMap(({ dataset, predictions }) => listFigures(dataset, predictions)),
    ],
    peers: sets.flatMap(({ dataset, peers }) =>
      peers.flatMap(({ method, verdicts }) =>
        listVerdictFigures(dataset, verdicts).map((figure) => ({ method, ...figure })),
      ),
    ),
    matrices,
  };
}

function listCells(
  dataset: string,
  method: string,
  verdicts: readonly Verdict[],
): BenchReport['rows'][number] {
  const shares = [accuracyOf(verdicts), macroF1Of(verdicts)].map(formatShare);
  return [dataset, method, verdicts.length, ...shares];
}
