import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { shippedList } from '#dataset/aspect-lists/aspect-lists.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { measureConduct } from '../../../../scripts/lab/evaluate/conduct.ts';
import { measureFairness, readFairClaims } from '../../../../scripts/lab/evaluate/fair-claims.ts';

const bytes = readFileSync(join(import.meta.dirname, '../../../fixtures/legal-clauses.tsv'));

test('The legal clauses are those that were labelled before there was a model', () => {
  assert.equal(
    hash('sha256', bytes),
    'a1a764cddb5a9b0dc278fa9166f81ad9670ed4e176574b408beea1ee8e0736cd',
  );
});

const LAW = shippedList('law');
const READING = { createAnnotate: createAnnotator() };
/** Maximum shares of texts that blame an aspect, blame at all, or praise. */
const [MOST_MENTIONED, MOST_BLAMED, MOST_PRAISED] = [0.05, 0.05, 0.12];

const textsIn = (half: string, set: string) =>
  readFileSync(join(import.meta.dirname, `../../../fixtures/conduct/${half}/${set}.tsv`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '');

test('what ends up for or against the business is counted by text', () => {
  const texts = [
    'The staff was rude and careless.',
    'The staff was great.',
    'My lawyer was wonderful, the fees were awful.',
    'We met.',
  ];
  assert.deepEqual(measureConduct(texts, LAW, READING), {
    ...{ n: 4, blamed: 2, aspectBlamed: 2, praised: 2 },
  });
});

const FAIR = ['seen', 'unseen'].map((half) =>
  readFairClaims(join(import.meta.dirname, `../../../fixtures/conduct/${half}/fair-claims.tsv`)),
);

test('of sentences that are easily misread most are published as meant, few as the contrary', () => {
  for (const claims of FAIR) {
    const { n, right, contrary } = measureFairness(claims, LAW, READING);
    assert.ok(
      n >= 50 && right / n >= 0.58 && contrary / n <= 0.18,
      `${right}, ${contrary} of ${n}`,
    );
  }
});

test('sincere praise, people with odd names and changing staff are nearly always read as meant', () => {
  for (const kind of ['sincere', 'names', 'own-staff']) {
    const claims = FAIR.flat().filter((claim) => claim.kind === kind);
    const { n, right, contrary } = measureFairness(claims, LAW, READING);
    assert.ok(right / n >= 0.85 && contrary <= 1, `${kind}: ${right}, ${contrary} of ${n}`);
  }
});

for (const half of ['seen', 'unseen']) {
  test(`what others did is hardly ever published against the business: the ${half} half`, () => {
    const texts = textsIn(half, 'third-parties');
    const { n, blamed, aspectBlamed } = measureConduct(texts, LAW, READING);
    assert.ok(n >= 100);
    assert.ok(aspectBlamed / n <= MOST_MENTIONED, `${aspectBlamed} of ${n}`);
    assert.ok(blamed / n <= MOST_BLAMED, `${blamed} of ${n}`);
  });

  test(`questions, wishes and irony are hardly ever praise: the ${half} half`, () => {
    const { n, praised } = measureConduct(textsIn(half, 'unreal'), LAW, READING);
    assert.ok(praised / n <= MOST_PRAISED, `${praised} of ${n}`);
  });

  test(`faults of the business are found beside others: the ${half} half`, () => {
    const { n, blamed, praised } = measureConduct(textsIn(half, 'own-faults'), LAW, READING);
    assert.ok(blamed / n >= 0.33 && praised / n <= 0.15, `${blamed} and ${praised} of ${n}`);
  });
}
