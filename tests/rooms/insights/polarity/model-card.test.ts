import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { describeAccuracy, MARKED_SETS, MODEL_CARD } from '#insights/methodology.ts';
import { CONFIDENT } from '#insights/polarity/judgment.ts';
import card from '../../../../site/insights/polarity/model-card.json' with { type: 'json' };

const ROOM = join(import.meta.dirname, '../../../../site/insights/polarity');
const read = (name: string) => readFileSync(join(ROOM, name), 'utf8');

test('the card names the hash of both models, to people as well', () => {
  const models = read('polarity-model.json') + read('../aspects/law-model.tsv');
  assert.equal(MODEL_CARD.modelSha256, hash('sha256', models));
  assert.ok(read('MODEL-CARD.md').includes(MODEL_CARD.modelSha256));
});

test('the card for people has the sources, with their licenses, and the limits', () => {
  const text = read('MODEL-CARD.md').replaceAll(/ +/g, ' ');
  for (const { name, count, license, attribution } of card.sources) {
    assert.ok(text.includes(`| ${name} | ${count} | ${license} | ${attribution} |`), name);
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

test('the accuracy of a trade is the one that was measured on its own reviews', () => {
  for (const [trade, set] of [
    ['law', MARKED_SETS.law],
    ['health', MARKED_SETS.other],
    [undefined, MARKED_SETS.other],
  ] as const) {
    const { dataset, ...figure } = describeAccuracy(trade).criticismRecall;
    const stated = { dataset: set, metric: 'criticismRecall', ...figure };
    assert.equal(dataset, set);
    assert.ok(card.benchmarks.some((one) => isDeepStrictEqual(one, stated)));
  }
});
