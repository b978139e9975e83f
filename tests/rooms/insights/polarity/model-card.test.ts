import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { MODEL_CARD } from '#insights/methodology.ts';

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

test('every figure stands in the card for people, rounded', () => {
  const shown = [...read('MODEL-CARD.md').matchAll(/(\d+\.\d) %/g)].map(([, percent]) =>
    Number(percent),
  );
  for (const { dataset, metric, value } of MODEL_CARD.benchmarks) {
    // Both are rounded from one figure, so that halves may differ by a digit.
    const isShown = shown.some((percent) => Math.abs(percent - 100 * value) < 0.0551);
    assert.ok(isShown, `${dataset}: ${metric} is missing`);
  }
});
