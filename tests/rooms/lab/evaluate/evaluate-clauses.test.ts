import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { evaluateClauses } from '../../../../scripts/lab/evaluate/evaluate-clauses.ts';
import {
  listAspectLines,
  readLegalClauses,
} from '../../../../scripts/lab/evaluate/legal-clauses.ts';
import { createContentFolder } from '../../../support/content-folder.ts';
import { analysis, LIST } from './stand-ins.ts';

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

test('Aspects and labels of clauses have figures, as published as well, and no aims', (t) => {
  const folder = createContentFolder(t, { 'a.tsv': CLAUSES });
  const { benchmarks, matrices, peers, reports } = evaluateClauses(
    readLegalClauses(join(folder, 'a.tsv')),
    LIST,
    analysis,
  );
  const figureOf = (set: string, metric: string) =>
    benchmarks.find(
      ({ dataset, ...each }) =>
        dataset === `legal clauses written for this project${set}` && each.metric === metric,
    )?.value;
  assert.equal(figureOf('', 'aspectPrecision'), 1);
  assert.equal(figureOf('', 'aspectRecall'), 2 / 3);
  assert.equal(figureOf('', 'aspectSentimentAccuracy'), 1);
  assert.equal(figureOf('', 'accuracy'), 1 / 3);
  // One of three is called positive, and it is mixed.
  assert.equal(figureOf(', as published', 'sidesTaken'), 1 / 3);
  assert.equal(figureOf(', as published', 'accuracyOfSides'), 0);
  assert.equal(figureOf(', as published', 'accuracy'), 0);
  assert.deepEqual(matrices[0]?.labels, ['positive', 'neutral', 'negative', 'mixed']);
  assert.equal(peers.length, 4);
  const cells = reports.flatMap(({ rows }) => rows.flat());
  assert.ok(!cells.some((cell) => String(cell).includes('≥')));
});
