import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { evaluateClauses } from '../../../scripts/evaluate/evaluate-clauses.ts';
import { listAspectLines, readLegalClauses } from '../../../scripts/evaluate/legal-clauses.ts';
import { createContentFolder } from '../../support/content-folder.ts';
import { ASPECTS, analysis } from './stand-ins.ts';

const CLAUSES = `good food but bad staff\tmixed\tfood=positive staff=negative
bad news\tnegative\t-
rude waiter\tnegative\tstaff=negative
`;

test('A clause has a label, and a line for each aspect or one that names none', (t) => {
  const folder = createContentFolder(t, { 'a.tsv': CLAUSES, 'b.tsv': 'a\tpositive\n' });
  const clauses = readLegalClauses(join(folder, 'a.tsv'));
  assert.deepEqual(
    clauses.map(({ label }) => label),
    ['mixed', 'negative', 'negative'],
  );
  assert.deepEqual(
    listAspectLines(clauses).map(({ says }) => says?.aspect),
    ['food', 'staff', undefined, 'staff'],
  );
  assert.throws(() => readLegalClauses(join(folder, 'b.tsv')), /b\.tsv:1:1 error lacks its list/);
});

test('Aspects and labels of clauses have figures, with the mixed ones and without', (t) => {
  const folder = createContentFolder(t, { 'a.tsv': CLAUSES });
  const { benchmarks, calibration, matrices, peers, reports } = evaluateClauses(
    readLegalClauses(join(folder, 'a.tsv')),
    ASPECTS,
    analysis,
  );
  const figureOf = (dataset: string, metric: string) =>
    benchmarks.find((each) => each.dataset === dataset && each.metric === metric)?.value;
  assert.equal(figureOf('legal clauses', 'aspectPrecision'), 1);
  assert.equal(figureOf('legal clauses', 'aspectRecall'), 2 / 3);
  assert.equal(figureOf('legal clauses', 'aspectSentimentAccuracy'), 1);
  assert.equal(figureOf('legal clauses', 'accuracy'), 1 / 3);
  assert.equal(figureOf('legal clauses that take one side or none', 'accuracy'), 1 / 2);
  // One of three is called positive, and it is mixed.
  assert.equal(figureOf('legal clauses, as published', 'sidesTaken'), 1 / 3);
  assert.equal(figureOf('legal clauses, as published', 'accuracyOfSides'), 0);
  assert.equal(figureOf('legal clauses, as published', 'accuracy'), 0);
  // Both clauses that are not mixed are as sure as 0.6, and one of them is right.
  assert.deepEqual(
    calibration?.bins.filter(({ n }) => n > 0).map(({ n, accuracy }) => [n, accuracy]),
    [[2, 1 / 2]],
  );
  const error = figureOf('legal clauses that take one side or none', 'calibrationError');
  assert.ok(Math.abs((error ?? 0) - 0.1) < 1e-12);
  assert.deepEqual(matrices[0]?.labels, ['positive', 'neutral', 'negative', 'mixed']);
  assert.equal(peers.length, 8);
  const cells = reports.flatMap(({ rows }) => rows.flat());
  assert.ok(cells.includes('≥ 80 %: met'));
  assert.ok(cells.includes('≥ 85 %: MISSED'));
});
