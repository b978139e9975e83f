import type { AspectList } from '#dataset/aspect-lists/aspect-lists.ts';
import { CONFIDENT } from '#insights/polarity/judgement.ts';
import type { AspectLine } from '../labelled/aspect-files.ts';
import { type LabelledLine, readLabel, readRows, refuseRow } from '../labelled/labelled.ts';
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

const MAMS = 'MAMS-ACSA validation';

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
      reportAspects(MAMS, found, list.aspects),
      {
        title: `Sides of the aspects named: ${MAMS}`,
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
      reportConfusion(MAMS, confusion),
    ],
    benchmarks: [
      ...listAspectFigures(MAMS, found),
      ...listFigures(MAMS, predictions),
      ...listPublishedFigures(`${MAMS}, as published`, published),
    ],
    peers: listPeerFigures(MAMS, peers),
    matrices: [{ dataset: MAMS, ...confusion }],
  };
}

const LIKELIER = 'legal clauses written for this project';
const PUBLISHED = `${LIKELIER}, as published`;
const NOTES = [
  'The project wrote and labelled these clauses itself, as it did its training sentences: they show what a change breaks, and texts of others do worse.',
  `The model takes the likelier side. As published, what is unsure of its side (below ${CONFIDENT}) is neutral.`,
  'Sides taken are the clauses called positive or negative. VADER is neutral between -0.05 and 0.05, AFINN at 0; neither knows mixed.',
];

/** The project wrote the clauses: they show what a change breaks, not how good the model is. */
export function evaluateClauses(
  clauses: readonly LegalClause[],
  list: AspectList,
  analysis: Analysis,
): Section {
  const found = predictAspects(listAspectLines(clauses), list, analysis);
  const likelier = predictLabels(clauses, analysis.labelText);
  const published = predictLabels(clauses, analysis.published.labelText);
  const peers = judgeByPeers(clauses);
  const matrices = [
    { dataset: LIKELIER, ...countConfusion(likelier) },
    { dataset: PUBLISHED, ...countConfusion(published) },
  ];
  return {
    reports: [
      reportAspects(LIKELIER, found, list.aspects),
      {
        title:
          'Legal clauses written for this project, labelled positive, neutral, negative or mixed',
        columns: ['clauses', ...SIDE_COLUMNS],
        rows: [
          [LIKELIER, ...listSideCells('the model', likelier), ...listConfidentCells(likelier)],
          ...peers.map(({ method, verdicts }) => ['', ...listSideCells(method, verdicts), '', '']),
          [PUBLISHED, ...listSideCells('the model', published), '', ''],
        ],
        notes: NOTES,
      },
      ...matrices.map((matrix) => reportConfusion(matrix.dataset, matrix)),
    ],
    benchmarks: [
      ...listAspectFigures(LIKELIER, found),
      ...listFigures(LIKELIER, likelier),
      ...listPublishedFigures(PUBLISHED, published),
    ],
    peers: listPeerFigures(LIKELIER, peers),
    matrices,
  };
}

function predictLabels(clauses: readonly LegalClause[], labelText: Analysis['labelText']) {
  return clauses.map(({ text, label: gold }) => {
    const { label: predicted, confidence } = labelText(text);
    return { gold, predicted, confidence };
  });
}

/** A clause of the fixture, its label, and what it says of each aspect that it speaks of. */
type LegalClause = LabelledLine & { readonly says: readonly AspectLine[] };

/** Reads lines of `text TAB label TAB aspect=label aspect=label`, or `-` for no aspect. */
export function readLegalClauses(file: string): readonly LegalClause[] {
  return readRows(file).map((row) => {
    const [text = '', label = '', list] = row.cells;
    if (list === undefined) refuseRow(file, row, 'lacks its list of aspects');
    const says = list === '-' ? [] : list.split(' ');
    return {
      text,
      label: readLabel(file, row, label),
      says: says.map((item) => {
        const [aspect = '', side = ''] = item.split('=');
        return { text, says: { aspect, label: readLabel(file, row, side) } };
      }),
    };
  });
}

/** The clauses as lines about aspects; one that speaks of none is a line that says so. */
function listAspectLines(clauses: readonly LegalClause[]): readonly AspectLine[] {
  return clauses.flatMap(({ text, says }) => (says.length === 0 ? [{ text }] : says));
}
