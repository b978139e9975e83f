import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { MODEL_CARD } from '#insights/methodology.ts';
import { readCardTables } from './card-tables.ts';

const ROOM = join(import.meta.dirname, '../../../../site/insights/polarity');
const read = (name: string) => readFileSync(join(ROOM, name), 'utf8');

test('the card names the hash of the model beside it, to people as well', () => {
  assert.equal(MODEL_CARD.modelSha256, hash('sha256', read('polarity-model.json')));
  assert.ok(read('MODEL-CARD.md').includes(MODEL_CARD.modelSha256));
});

test('every figure is a share of something, told once', () => {
  assert.ok(MODEL_CARD.benchmarks.length > 0);
  for (const { dataset, metric, value, n } of MODEL_CARD.benchmarks) {
    assert.ok(value >= 0 && value <= 1, `${dataset}: ${metric}`);
    assert.ok(Number.isInteger(n) && n > 0, `${dataset}: ${metric}`);
  }
  const names = MODEL_CARD.benchmarks.map(({ dataset, metric }) => `${dataset}: ${metric}`);
  assert.equal(new Set(names).size, names.length);
});

test('sources, licences and limits stand in the card for people', () => {
  const text = read('MODEL-CARD.md');
  for (const words of [MODEL_CARD.limitations, 'CC BY 4.0', 'Apache-2.0', 'npm run train']) {
    assert.ok(text.includes(words), words);
  }
});

const COLUMNS: ReadonlyMap<string, string> = new Map([
  ['accuracy', 'accuracy'],
  ['macroF1', 'macro-F1'],
  ['accuracyWhenConfident', 'when confident'],
  ['answered', 'answered'],
  ['sidesTaken', 'sides taken'],
  ['accuracyOfSides', 'of these right'],
  ['publishedAsBlameOfAspect', 'an aspect blamed'],
  ['publishedAsBlame', 'blame at all'],
  ['publishedAsPraise', 'praise'],
  ['aspectPrecision', 'precision'],
  ['aspectRecall', 'recall'],
  ['aspectF1', 'F1'],
  ['aspectSentimentAccuracy', 'side where found'],
]);

test('every figure stands in the card for people as it is told to programs', () => {
  const tables = readCardTables(read('MODEL-CARD.md'));
  for (const { dataset, metric, value } of MODEL_CARD.benchmarks) {
    const column = COLUMNS.get(metric);
    const [title, row] = placeOf(dataset, metric);
    const table = tables.get(title);
    const cells = table?.rows.find((each) => [...each.values()].includes(row));
    const shown =
      column === undefined ? table?.below.match(/ is (\S+ %)\.$/)?.[1] : cells?.get(column);
    // Both are rounded from one figure, so that halves may differ by a digit.
    const [percent = '', unit] = shown?.split(' ') ?? [];
    assert.equal(unit, '%', `${dataset}: ${metric} is missing`);
    assert.ok(
      Math.abs(Number(percent) - 100 * value) < 0.0551,
      `${dataset}: ${metric} is ${shown}`,
    );
  }
});

/** The title of the table that shows a figure, and a cell that its row alone has. */
function placeOf(dataset: string, metric: string): readonly [title: string, row: string] {
  if (metric === 'calibrationError') return [`Calibration of the confidence: ${dataset}`, ''];
  if (metric.startsWith('aspect')) return [`Aspects found: ${dataset}`, 'all (micro)'];
  const conduct = /^whose conduct, written for this project: (.+)$/.exec(dataset)?.[1];
  if (conduct) return ['Whose conduct: reviews of a law firm written for this project', conduct];
  const domain = /^UCI sentences, (.+) held out$/.exec(dataset)?.[1];
  if (domain) return ['UCI sentences, one domain held out', domain];
  if (dataset.startsWith('legal clauses')) {
    return [
      'Legal clauses written for this project, labelled positive, neutral, negative or mixed',
      dataset,
    ];
  }
  const [set = '', isPublished] = dataset.split(', as published');
  const method = isPublished === undefined ? 'the model' : 'the model, as published';
  return [`Sides of the aspects named: ${set}`, method];
}
