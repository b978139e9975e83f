import type { Aspect } from '#dataset/stored-entities.ts';
import type { AspectLine } from '../labelled/aspect-file.ts';
import type { Analysis } from './analysis.ts';
import { accuracyOf, countConfusion, macroF1Of } from './confusion.ts';
import { formatShare, reportConfusion } from './format-figures.ts';
import { listFigures, listVerdictFigures } from './list-figures.ts';
import { measurePolarity } from './measure-polarity.ts';
import { labelByPeer, PEERS } from './peers.ts';
import { predictAspects } from './predict-aspects.ts';
import { listAspectFigures, reportAspects } from './report-aspects.ts';
import type { Section } from './section.ts';

const DATASET = 'MAMS-ACSA validation';

/** How well the aspects of sentences that hold several are found and judged. */
export function evaluateMams(
  lines: readonly AspectLine[],
  aspects: readonly Aspect[],
  analysis: Analysis,
): Section {
  const found = predictAspects(lines, aspects, analysis);
  const { predictions } = found;
  const figures = measurePolarity(predictions);
  const peers = PEERS.map((peer) => ({
    method: peer.name,
    verdicts: lines.flatMap(({ text, says }) =>
      says ? [{ gold: says.label, predicted: labelByPeer(peer, text) }] : [],
    ),
  }));
  const confusion = countConfusion(predictions);
  return {
    reports: [
      reportAspects(DATASET, found, aspects),
      {
        title: `Sides of the aspects named: ${DATASET}`,
        columns: ['method', 'n', 'accuracy', 'macro-F1', 'when confident', 'answered'],
        rows: [
          [
            'the model',
            figures.n,
            formatShare(figures.accuracy),
            formatShare(figures.macroF1),
            formatShare(figures.accuracyWhenConfident),
            formatShare(figures.answered),
          ],
          ...peers.map(({ method, verdicts }) => [
            method,
            verdicts.length,
            formatShare(accuracyOf(verdicts)),
            formatShare(macroF1Of(verdicts)),
          ]),
        ],
        ratios: [],
        notes: [
          'An aspect that was not found takes the label of the whole sentence, which is all that VADER and AFINN judge.',
        ],
      },
      reportConfusion(DATASET, confusion),
    ],
    benchmarks: [...listAspectFigures(DATASET, found), ...listFigures(DATASET, predictions)],
    peers: peers.flatMap(({ method, verdicts }) =>
      listVerdictFigures(DATASET, verdicts).map((figure) => ({ method, ...figure })),
    ),
    matrices: [{ dataset: DATASET, ...confusion }],
  };
}
