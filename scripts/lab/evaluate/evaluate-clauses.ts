import type { AspectList } from '#dataset/resolve-aspects.ts';
import type { Analysis } from './analysis.ts';
import { countConfusion } from './confusion.ts';
import { reportConfusion } from './format-figures.ts';
import { type LegalClause, listAspectLines } from './legal-clauses.ts';
import { listFigures, listPublishedFigures, listVerdictFigures } from './list-figures.ts';
import { labelByPeer, PEERS } from './peers.ts';
import { predictAspects } from './predict-aspects.ts';
import { listAspectFigures, reportAspects } from './report-aspects.ts';
import { type JudgedClauses, reportClauses } from './report-clauses.ts';
import type { Section } from './section.ts';

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
