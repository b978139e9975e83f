import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { MODEL_CARD } from '#insights/methodology.ts';
import { readFairClaims } from '../../../scripts/lab/evaluate/conduct.ts';
import { evaluateAll, shippedModels } from '../../../scripts/lab/evaluate/evaluate.ts';

const bytes = readFileSync(join(import.meta.dirname, '../../fixtures/legal-clauses.tsv'));

test('The legal clauses are those that were labeled before there was a model', () => {
  assert.equal(
    hash('sha256', bytes),
    'a1a764cddb5a9b0dc278fa9166f81ad9670ed4e176574b408beea1ee8e0736cd',
  );
});

const figures = evaluateAll(shippedModels()).flatMap((section) => section.figures);

test('the card has the figures that the shipped models reach on the texts of this project', () => {
  const round = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toFixed(4)) : value;
  const stated = MODEL_CARD.benchmarks.filter(({ dataset }) => !/^(UCI|MAMS)/.test(dataset));
  assert.deepEqual(JSON.parse(JSON.stringify(figures, round)), stated);
});

/** A figure of the texts whose name holds some words and ends with others. */
function figureOf(words: string, half: string, metric: string) {
  const found = figures.find(
    (one) =>
      one.metric === metric && one.dataset.includes(words) && one.dataset.endsWith(`, ${half}`),
  );
  assert.ok(found?.value !== null && found !== undefined, `${words}, ${half}: ${metric}`);
  return { n: found.n, value: found.value };
}

test('the business is blamed and praised for what it did, in both halves of the texts', () => {
  for (const [words, metric, least, most] of [
    ['what others did', 'publishedAsBlameOfAspect', 0, 0.05],
    ['what others did', 'publishedAsBlame', 0, 0.05],
    ['questions, wishes', 'publishedAsPraise', 0, 0.12],
    ['faults of the business', 'publishedAsBlame', 0.33, 1],
    ['faults of the business', 'publishedAsPraise', 0, 0.15],
    ['easily misread', 'publishedAsMeant', 0.58, 1],
    ['easily misread', 'publishedAsContrary', 0, 0.18],
  ] as const) {
    for (const half of ['seen', 'unseen']) {
      const { n, value } = figureOf(words, half, metric);
      const said = `${words}, ${half}: ${metric} of ${n} is ${value}`;
      assert.ok(n >= 45 && value >= least && value <= most, said);
    }
  }
});

test('sincere praise, people with odd names and changing staff are nearly always read as meant', () => {
  const claims = ['seen', 'unseen'].flatMap((half) => readFairClaims(half, createAnnotator()));
  for (const kind of ['sincere', 'names', 'own-staff']) {
    const own = claims.filter((claim) => claim.kind === kind);
    const right = own.filter(({ isMeant }) => isMeant).length;
    const contrary = own.filter(({ isContrary }) => isContrary).length;
    const found = `${kind}: ${right}, ${contrary} of ${own.length}`;
    assert.ok(right / own.length >= 0.85 && contrary <= 1, found);
  }
});
