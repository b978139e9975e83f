import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { shippedList } from '#dataset/aspect-lists/aspect-lists.ts';
import { createReader } from '#insights/annotation/read-text.ts';
import { readRows } from '../../../../scripts/lab/labeled/labeled.ts';

const names = ['Linda', 'Ms. Muñoz'];
const read = createReader({
  ...shippedList('law'),
  ...{ trade: 'law', names, people: names, technicians: [] },
});

/** What the clauses of a text say of the business. */
function saidBy(reviewBody: string, rating: number): string {
  const clauses = read({ reviewBody, rating }).flatMap((sentence) => sentence.clauses);
  const labels = new Set(clauses.map(({ label }) => label));
  const sides = [labels.has('positive') && 'praise', labels.has('negative') && 'blame'];
  return sides.filter(Boolean).join(' and ') || 'neither';
}

/** Lines of a text, its stars, the kind of fault that it guards against, and what it says. */
const rows = readRows(join(import.meta.dirname, '../../../fixtures/misread-kinds.tsv'));
const byKind = Map.groupBy(rows, ({ cells: [, , kind = ''] }) => kind);

for (const [kind, cases] of byKind) {
  test(`${kind} are read as they are meant`, () => {
    for (const { cells } of cases) {
      const [text = '', rating, , says] = cells;
      assert.equal(saidBy(text, Number(rating)), says, text);
    }
  });
}
