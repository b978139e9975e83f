import type { AspectList } from '#dataset/aspect-lists/aspect-lists.ts';
import { CONFIDENT } from '#insights/polarity/judgement.ts';
import type { BenchReport } from '../bench/report.ts';
import type { AspectLine } from '../labelled/aspect-files.ts';
import { type LabelledLine, readLabel, readRows, refuseRow } from '../labelled/labelled.ts';
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

const LIKELIER = 'legal clauses written for this project';
const PUBLISHED = `${LIKELIER}, as published`;

/**
 * How well the aspects and the sides of legal clauses are found, beside the peers. The project wrote
 * them: they tell whether a change breaks something, not how good the model is.
 */
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
      reportClauses([
        { dataset: LIKELIER, predictions: likelier, peers },
        { dataset: PUBLISHED, predictions: published },
      ]),
      ...matrices.map((matrix) => reportConfusion(matrix.dataset, matrix)),
    ],
    benchmarks: [
      ...listAspectFigures(LIKELIER, found),
      ...listFigures(LIKELIER, likelier),
      ...listPublishedFigures(PUBLISHED, published),
    ],
    peers: peers.flatMap(({ method, verdicts }) =>
      listVerdictFigures(LIKELIER, verdicts).map((figure) => ({ method, ...figure })),
    ),
    matrices,
  };
}

function predictLabels(clauses: readonly LegalClause[], labelText: Analysis['labelText']) {
  return clauses.map(({ text, label: gold }) => {
    const { label: predicted, confidence } = labelText(text);
    return { gold, predicted, confidence };
  });
}

function judgeByPeers(clauses: readonly LegalClause[]): NonNullable<JudgedClauses['peers']> {
  return PEERS.map((peer) => ({
    method: peer.name,
    verdicts: clauses.map(({ text, label: gold }) => ({
      gold,
      predicted: labelByPeer(peer, text),
    })),
  }));
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
export function listAspectLines(clauses: readonly LegalClause[]): readonly AspectLine[] {
  return clauses.flatMap(({ text, says }) => (says.length === 0 ? [{ text }] : says));
}

/** What the model says of some clauses, by the likelier side with its peers, or as it is published. */
type JudgedClauses = {
  readonly dataset: string;
  readonly predictions: readonly Prediction[];
  readonly peers?: readonly { readonly method: string; readonly verdicts: readonly Verdict[] }[];
};

type Row = BenchReport['rows'][number];

/** The methods beside each other on each set of clauses, a row each, as a table. */
function reportClauses(sets: readonly JudgedClauses[]): BenchReport {
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
