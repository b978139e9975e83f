import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { MODEL_CARD } from '#insights/methodology.ts';
import { shippedModel } from '#insights/polarity/polarity.ts';
import { readFairClaims } from '../../../scripts/lab/evaluate/conduct.ts';
import { evaluateAll } from '../../../scripts/lab/evaluate/evaluate.ts';

const bytes = readFileSync(join(import.meta.dirname, '../../fixtures/legal-clauses.tsv'));

test('The legal clauses are those that were labelled before there was a model', () => {
  assert.equal(
    hash('sha256', bytes),
    'a1a764cddb5a9b0dc278fa9166f81ad9670ed4e176574b408beea1ee8e0736cd',
  );
});

const figures = evaluateAll(shippedModel()).flatMap((section) => section.figures);

test('the card has the figures that the shipped model reaches on the texts of this project', () => {
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

for (const half of ['seen', 'unseen']) {
  test(`what others did is hardly ever published against the business: the ${half} half`, () => {
    for (const metric of ['publishedAsBlameOfAspect', 'publishedAsBlame']) {
      const { n, value } = figureOf('what others did', half, metric);
      assert.ok(n >= 100 && value <= 0.05, `${metric}: ${value} of ${n}`);
    }
  });

  test(`questions, wishes and irony are hardly ever praise: the ${half} half`, () => {
    const { value } = figureOf('questions, wishes', half, 'publishedAsPraise');
    assert.ok(value <= 0.12, `${value}`);
  });

  test(`faults of the business are found beside others: the ${half} half`, () => {
    const blame = figureOf('faults of the business', half, 'publishedAsBlame').value;
    const praise = figureOf('faults of the business', half, 'publishedAsPraise').value;
    assert.ok(blame >= 0.33 && praise <= 0.15, `${blame} and ${praise}`);
  });

  test(`most easily misread sentences are published as meant: the ${half} half`, () => {
    const { n, value } = figureOf('easily misread', half, 'publishedAsMeant');
    const contrary = figureOf('easily misread', half, 'publishedAsContrary').value;
    assert.ok(n >= 50 && value >= 0.58 && contrary <= 0.18, `${value}, ${contrary} of ${n}`);
  });
}

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
