import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  evaluateClauses,
  listAspectLines,
  readLegalClauses,
} from '../../../../scripts/lab/evaluate/clauses.ts';
import { evaluateDomains, judgeDomains, OURS } from '../../../../scripts/lab/evaluate/domains.ts';
import { evaluateMams } from '../../../../scripts/lab/evaluate/mams.ts';
import type { Domain } from '../../../../scripts/lab/labelled/find-data.ts';
import type { LabelledLine } from '../../../../scripts/lab/labelled/labelled.ts';
import { createContentFolder } from '../../../support/content-folder.ts';
import { analysis, judge, LIST, says } from './stand-ins.ts';

const example = (text: string): LabelledLine => ({ text, label: 'positive' });

const DATA = {
  uci: new Map<Domain, LabelledLine[]>([
    ['imdb', [{ text: 'bad film', label: 'negative' }, example('dull')]],
    ['yelp', [example('good food'), example('bad luck')]],
    ['amazon', [example('good phone')]],
  ]),
  mams: [example('menu')],
  own: [example('lawyer')],
};

test('No model learns from the domain that it judges', () => {
  const learned: string[][] = [];
  judgeDomains(DATA, (examples) => {
    learned.push(examples.map(({ text }) => text));
    return judge;
  });
  assert.deepEqual(learned, [
    ['good phone', 'bad film', 'dull', 'menu', 'lawyer'],
    ['good phone', 'bad film', 'dull'],
    ['good food', 'bad luck', 'bad film', 'dull', 'menu', 'lawyer'],
    ['good food', 'bad luck', 'bad film', 'dull'],
    ['good food', 'bad luck', 'good phone', 'menu', 'lawyer'],
    ['good food', 'bad luck', 'good phone'],
  ]);
});

test('Each domain has figures of its own, and all of them together', () => {
  const verdicts = judgeDomains(DATA, () => judge);
  assert.deepEqual(
    verdicts.map(({ domain, ours }) => [domain, ours.get(OURS)?.map((each) => each.predicted)]),
    [
      ['yelp', ['positive', 'negative']],
      ['amazon', ['positive']],
      ['imdb', ['negative', 'positive']],
    ],
  );
  const { benchmarks, peers, matrices } = evaluateDomains(verdicts);
  const accuracies = benchmarks.filter(({ metric }) => metric === 'accuracy');
  assert.deepEqual(
    accuracies.map(({ dataset, value, n }) => [dataset, value, n]),
    [
      ['UCI sentences, yelp held out', 0.5, 2],
      ['UCI sentences, amazon held out', 1, 1],
      ['UCI sentences, imdb held out', 1, 2],
      ['UCI sentences, all three held out', 0.8, 5],
    ],
  );
  assert.deepEqual(matrices[0]?.counts, [
    [3, 1],
    [0, 1],
  ]);
  assert.deepEqual(
    [...new Set(peers.map(({ method }) => method))],
    ['the other two and our lexicon alone', 'VADER', 'AFINN'],
  );
});

test('The table says which aims are met and which are missed', () => {
  const { reports } = evaluateDomains(judgeDomains(DATA, () => judge));
  const rows = reports[0]?.rows.filter(([, method]) => method === OURS) ?? [];
  assert.deepEqual(
    rows.map((row) => [row[0], row[5], row[8]]),
    [
      ['yelp', '≥ 90 %: MISSED', '≥ 92 %: MISSED; ≥ 60 %: met'],
      ['amazon', '≥ 90 %: met', '≥ 92 %: met; ≥ 60 %: met'],
      ['imdb', '≥ 88 %: met', '≥ 92 %: met; ≥ 60 %: MISSED'],
      ['all three', '', '≥ 92 %: MISSED; ≥ 60 %: met'],
    ],
  );
});

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

test('The model judges each aspect of a sentence, its peers the sentence as a whole', () => {
  const lines = [
    says('bad food but good staff, great, great', 'food', 'negative'),
    says('bad food but good staff, great, great', 'staff', 'positive'),
  ];
  const { benchmarks, peers } = evaluateMams(lines, LIST, analysis);
  const accuracies = [...benchmarks, ...peers].filter(({ metric }) => metric === 'accuracy');
  assert.deepEqual(
    accuracies.map(({ value, n }) => [value, n]),
    [
      [1, 2],
      [1, 2],
      [0.5, 2],
      [0.5, 2],
    ],
  );
  const f1 = benchmarks.find(({ metric }) => metric === 'aspectF1');
  assert.deepEqual([f1?.value, f1?.n], [1, 1]);
});
