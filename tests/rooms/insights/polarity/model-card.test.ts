import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { MODEL_CARD } from '#insights/methodology.ts';
import { CONFIDENT } from '#insights/polarity/judgement.ts';
import card from '../../../../site/insights/polarity/model-card.json' with { type: 'json' };

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

test('the card for people has the sources, with their licences, and the limits', () => {
  const text = read('MODEL-CARD.md');
  const rows = text.split('\n').map((line) => line.split(' | ').map((cell) => cell.trim()));
  for (const { name, count, license, attribution } of card.sources) {
    const row = [`| ${name}`, String(count), license, `${attribution} |`];
    assert.ok(
      rows.some((cells) =>
        row.every((cell, index) => cells[index]?.replace(/ +\|$/, ' |') === cell),
      ),
      name,
    );
  }
  assert.ok(text.includes(card.limitations) && text.includes(`\`${card.command}\``));
  assert.ok(text.includes(`below a confidence of ${CONFIDENT} are not`));
  assert.ok(card.limitations.includes(`less sure than ${CONFIDENT} is published as neutral`));
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
