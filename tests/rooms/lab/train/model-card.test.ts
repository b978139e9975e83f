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
import { runTraining } from '../../../../scripts/lab/train/train.ts';
import { createContentFolder } from '../../../support/content-folder.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const MATERIALS = join(ROOT, 'scripts/lab/train');
const ROOM = join(ROOT, 'site/insights');

test('the figures of the legal clauses are those that the shipped model reaches', () => {
  const clauses = readLegalClauses(join(ROOT, 'tests/fixtures/legal-clauses.tsv'));
  const aspects = readAspects(ASPECTS_FILE);
  const { analysis } = layOutModel(shippedModel(), MATERIALS);
  const measured = evaluateClauses(clauses, aspects, analysis).benchmarks.filter(
    ({ value }) => value !== null,
  );
  const stated = MODEL_CARD.benchmarks.filter(({ dataset }) => dataset.startsWith('legal clauses'));
  assert.deepEqual(
    stated.map(({ dataset, metric, n, value }) => ({ dataset, metric, value, n })),
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
  const reported: string[] = [];
  const tell = (line: string) => reported.push(line);
  const deps = { room, materials: MATERIALS, print: () => {}, tell };
  assert.equal(runTraining(DATA?.split(delimiter) ?? [], deps), 0, reported.join('\n'));
  for (const name of ['polarity-model.json', 'model-card.json', 'MODEL-CARD.md']) {
    const read = (folder: string) => readFileSync(join(folder, 'polarity', name), 'utf8');
    assert.ok(read(room) === read(ROOM), `${name} is another`);
  }
});
