import type { AspectList } from '#dataset/aspect-lists/aspect-lists.ts';
import type { AspectLine } from '../labelled/aspect-files.ts';
import { type Analysis, listAspectFigures, predictAspects, reportAspects } from './aspects.ts';
import { countConfusion } from './metrics.ts';
import { judgeByPeers } from './peers.ts';
import {
  listConfidentCells,
  listFigures,
  listPeerFigures,
  listPublishedFigures,
  listSideCells,
  reportConfusion,
  type Section,
  SIDE_COLUMNS,
} from './sections.ts';

const DATASET = 'MAMS-ACSA validation';
const PUBLISHED = `${DATASET}, as published`;

export function evaluateMams(
  lines: readonly AspectLine[],
  list: AspectList,
  analysis: Analysis,
): Section {
  const found = predictAspects(lines, list, analysis);
  const { predictions } = found;
  const published = predictAspects(lines, list, analysis.published).predictions;
  const peers = judgeByPeers(
    lines.flatMap(({ text, says }) => (says ? [{ text, label: says.label }] : [])),
  );
  const confusion = countConfusion(predictions);
  return {
    reports: [
      reportAspects(DATASET, found, list.aspects),
      {
        title: `Sides of the aspects named: ${DATASET}`,
        columns: SIDE_COLUMNS,
        rows: [
          [...listSideCells('the model', predictions), ...listConfidentCells(predictions)],
          [...listSideCells('the model, as published', published), '', ''],
          ...peers.map(({ method, verdicts }) => [...listSideCells(method, verdicts), '', '']),
        ],
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
    peers: listPeerFigures(DATASET, peers),
    matrices: [{ dataset: DATASET, ...confusion }],
  };
}
