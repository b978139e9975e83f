import type { AspectList } from '#dataset/aspect-lists/aspect-lists.ts';
import type { BenchReport } from '../bench/report.ts';
import type { AspectLine } from '../labelled/aspect-files.ts';
import { type Analysis, listAspectFigures, predictAspects, reportAspects } from './aspects.ts';
import {
  accuracyOf,
  countConfusion,
  macroF1Of,
  measureConfident,
  measureSides,
  type Prediction,
  type Verdict,
} from './metrics.ts';
import { labelByPeer, PEERS } from './peers.ts';
import {
  formatShare,
  listFigures,
  listPublishedFigures,
  listVerdictFigures,
  reportConfusion,
  type Section,
} from './sections.ts';

const DATASET = 'MAMS-ACSA validation';
const PUBLISHED = `${DATASET}, as published`;

/** How well the aspects of sentences that hold several are found and judged. */
export function evaluateMams(
  lines: readonly AspectLine[],
  list: AspectList,
  analysis: Analysis,
): Section {
  const found = predictAspects(lines, list, analysis);
  const { predictions } = found;
  const published = predictAspects(lines, list, analysis.published).predictions;
  const peers = PEERS.map((peer) => ({
    method: peer.name,
    verdicts: lines.flatMap(({ text, says }) =>
      says ? [{ gold: says.label, predicted: labelByPeer(peer, text) }] : [],
    ),
  }));
  const confusion = countConfusion(predictions);
  return {
    reports: [
      reportAspects(DATASET, found, list.aspects),
      {
        title: `Sides of the aspects named: ${DATASET}`,
        columns: [
          ...['method', 'n', 'accuracy', 'macro-F1', 'sides taken', 'of these right'],
          ...['when confident', 'answered'],
        ],
        rows: [
          [...cellsOf('the model', predictions), ...confidentCells(predictions)],
          [...cellsOf('the model, as published', published), '', ''],
          ...peers.map(({ method, verdicts }) => [...cellsOf(method, verdicts), '', '']),
        ],
        ratios: [],
        notes: [
          'An aspect that was not found takes the label of the whole sentence, which is all that VADER and AFINN judge.',
        ],
      },
      reportConfusion(DATASET, confusion),
    ],
    benchmarks: [
      ...listAspectFigures(DATASET, found),
      ...listFigures(DATASET, predictions),
      ...listPublishedFigures(PUBLISHED, published),
    ],
    peers: peers.flatMap(({ method, verdicts }) =>
      listVerdictFigures(DATASET, verdicts).map((figure) => ({ method, ...figure })),
    ),
    matrices: [{ dataset: DATASET, ...confusion }],
  };
}

function cellsOf(name: string, verdicts: readonly Verdict[]): BenchReport['rows'][number] {
  const { sidesTaken, accuracyOfSides } = measureSides(verdicts);
  const shares = [accuracyOf(verdicts), macroF1Of(verdicts), sidesTaken, accuracyOfSides];
  return [name, verdicts.length, ...shares.map(formatShare)];
}

function confidentCells(predictions: readonly Prediction[]): BenchReport['rows'][number] {
  const { accuracyWhenConfident, answered } = measureConfident(predictions);
  return [accuracyWhenConfident, answered].map(formatShare);
}
