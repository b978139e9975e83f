import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const bytes = readFileSync(join(import.meta.dirname, '../../../fixtures/legal-clauses.tsv'));
const lines = bytes.toString().trimEnd().split('\n');

const ASPECTS = [
  'communication',
  'responsiveness',
  'professionalism',
  'expertise',
  'outcome',
  'compassion',
  'honesty',
  'value-and-fees',
  'staff',
  'process-ease',
];

test('The legal clauses are those that were labelled before there was a model', () => {
  assert.equal(
    hash('sha256', bytes),
    'a1a764cddb5a9b0dc278fa9166f81ad9670ed4e176574b408beea1ee8e0736cd',
  );
});

test('At least 200 clauses stand there, each once', () => {
  const texts = new Set(lines.map((line) => line.split('\t')[0]));
  assert.equal(texts.size, lines.length);
  assert.ok(lines.length >= 200);
});

test('Every clause has a label, and the aspects that it speaks of with labels of their own', () => {
  const label = 'positive|negative|neutral|mixed';
  const aspect = `(?:${ASPECTS.join('|')})=(?:${label})`;
  const format = new RegExp(`^[^\\t]+\\t(?:${label})\\t(?:-|${aspect}(?: ${aspect})*)$`);
  for (const line of lines) assert.match(line, format);
});

test('Every aspect is spoken of in at least 20 clauses', () => {
  for (const id of ASPECTS) {
    const count = lines.filter((line) => line.includes(`${id}=`)).length;
    assert.ok(count >= 20, `${id} stands in ${count}`);
  }
});
