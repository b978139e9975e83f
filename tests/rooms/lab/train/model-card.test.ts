import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { MODEL_CARD } from '#insights/methodology.ts';
import { shippedModel } from '#insights/polarity/polarity.ts';
import { evaluateClauses, readLegalClauses } from '../../../../scripts/lab/evaluate/clauses.ts';
import { ASPECTS_FILE } from '../../../../scripts/lab/evaluate/evaluate-all.ts';
import { formatFigures } from '../../../../scripts/lab/evaluate/sections.ts';
import { readAspects } from '../../../../scripts/lab/labelled/aspect-files.ts';
import { layOutModel } from '../../../../scripts/lab/train/model.ts';
import { makeModelCard } from '../../../../scripts/lab/train/model-card.ts';
import { runTraining } from '../../../../scripts/lab/train/train.ts';
import { createContentFolder } from '../../../support/content-folder.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const MATERIALS = join(ROOT, 'scripts/lab/train');
const ROOM = join(ROOT, 'site/insights');

test('the card tells of each source how much it gave, and leaves out what was not measured', () => {
  const text = {
    text: 'Good',
    label: 'positive',
    counts: { polarity: 1, opinion: 1, mixture: 0 },
  } as const;
  const texts = { uci: new Map([['yelp', [text, text]]] as const), mams: [text], own: [] };
  const n = 2;
  const benchmarks = [
    { dataset: 'a', metric: 'accuracy', value: 0.5, n },
    { dataset: 'a', metric: 'macroF1', value: null, n },
  ];
  const sections = [{ reports: [], benchmarks, peers: [], matrices: [] }];
  const card = makeModelCard('bytes', texts, new Map([['good', 2]]), sections);
  assert.deepEqual(
    card.sources.map(({ count }) => count),
    [2, 1, 0, 1],
  );
  assert.deepEqual(card.benchmarks, [{ dataset: 'a', metric: 'accuracy', value: 0.5, n }]);
  assert.equal(
    card.modelSha256,
    '277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9',
  );
  assert.match(card.limitations, /[Ss]arcasm/);
});

test('the figures of the legal clauses are those that the shipped model reaches', () => {
  const clauses = readLegalClauses(join(ROOT, 'tests/fixtures/legal-clauses.tsv'));
  const aspects = readAspects(ASPECTS_FILE);
  const { analysis } = layOutModel(shippedModel(), MATERIALS);
  const measured = evaluateClauses(clauses, aspects, analysis).benchmarks.filter(
    ({ value }) => value !== null,
  );
  const told = MODEL_CARD.benchmarks.filter(({ dataset }) => dataset.startsWith('legal clauses'));
  assert.deepEqual(
    told.map(({ dataset, metric, n, value }) => ({ dataset, metric, value, n })),
    JSON.parse(formatFigures(measured)),
  );
});

/** The folders of the UCI sentences and of MAMS-ACSA, where they are at hand. */
const DATA = process.env.TRAINING_DATA;
const FORM = `UCI-FOLDER${delimiter}MAMS-FOLDER`;
const SKIP = `NOT TESTED that the model can be made again: TRAINING_DATA is not ${FORM}`;

test('the same data give the same model and card, to the byte', {
  skip: DATA ? false : SKIP,
}, (t) => {
  const room = createContentFolder(t, { 'polarity/.keep': '' });
  const told: string[] = [];
  const deps = {
    room,
    materials: MATERIALS,
    print: () => {},
    tell: (line: string) => told.push(line),
  };
  assert.equal(runTraining(DATA?.split(delimiter) ?? [], deps), 0, told.join('\n'));
  for (const name of [
    'polarity/polarity-model.json',
    'polarity/model-card.json',
    'polarity/MODEL-CARD.md',
  ]) {
    const read = (folder: string) => readFileSync(join(folder, name), 'utf8');
    assert.ok(read(room) === read(ROOM), `${name} is another`);
  }
});
