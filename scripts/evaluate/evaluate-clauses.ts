import type { Aspect } from '#dataset/stored-entities.ts';
import type { Analysis } from './analysis.ts';
import { calibrate } from './calibration.ts';
import { countConfusion } from './confusion.ts';
import { reportCalibration, reportConfusion } from './format-figures.ts';
import { type LegalClause, listAspectLines } from './legal-clauses.ts';
import { listFigures, listPublishedFigures, listVerdictFigures } from './list-figures.ts';
import { labelByPeer, PEERS } from './peers.ts';
import { predictAspects } from './predict-aspects.ts';
import { listAspectFigures, reportAspects } from './report-aspects.ts';
import { type JudgedClauses, PUBLISHED, reportClauses } from './report-clauses.ts';
import type { Section } from './section.ts';

const ALL = 'legal clauses';
const UNMIXED = 'legal clauses that take one side or none';
const POLARITY_AIM = 0.85;
const ASPECT_AIM = 0.8;
/** The least confidence in one of three labels. */
const EVEN = 1 / 3;

/** How well the aspects and the sides of legal clauses are found, beside the peers. */
export function evaluateClauses(
  clauses: readonly LegalClause[],
  aspects: readonly Aspect[],
  analysis: Analysis,
): Section {
  const found = predictAspects(listAspectLines(clauses), aspects, analysis);
  const unmixed = clauses.filter(({ label }) => label !== 'mixed');
  const likelier = predictLabels(unmixed, analysis.labelText);
  const sets: readonly JudgedClauses[] = [
    {
      dataset: ALL,
      aim: POLARITY_AIM,
      predictions: predictLabels(clauses, analysis.labelText),
      peers: judgeByPeers(clauses),
    },
    { dataset: PUBLISHED, predictions: predictLabels(clauses, analysis.published.labelText) },
    { dataset: UNMIXED, predictions: likelier, peers: judgeByPeers(unmixed) },
  ];
  const matrices = sets.map(({ dataset, predictions }) => ({
    dataset,
    ...countConfusion(predictions),
  }));
  const calibration = calibrate(likelier, EVEN);
  const { error: value } = calibration;
  return {
    reports: [
      reportAspects(ALL, found, aspects, ASPECT_AIM),
      reportClauses(sets),
      ...matrices.map((matrix) => reportConfusion(matrix.dataset, matrix)),
      reportCalibration(UNMIXED, calibration),
    ],
    benchmarks: [
      ...listAspectFigures(ALL, found),
      ...sets.flatMap(({ dataset, predictions }) =>
        dataset === PUBLISHED
          ? listPublishedFigures(dataset, predictions)
          : listFigures(dataset, predictions),
      ),
      { dataset: UNMIXED, metric: 'calibrationError', value, n: likelier.length },
    ],
    peers: sets.flatMap(({ dataset, peers = [] }) =>
      peers.flatMap(({ method, verdicts }) =>
        listVerdictFigures(dataset, verdicts).map((figure) => ({ method, ...figure })),
      ),
    ),
    matrices,
    calibration: { dataset: UNMIXED, ...calibration },
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
