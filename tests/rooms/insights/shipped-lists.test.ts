import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { shippedList, spellingOf } from '#dataset/aspect-lists/aspect-lists.ts';
import { TRADES } from '#dataset/schema/stored-aspects.ts';
import { createAspectFinder, createTermFinder } from '#insights/aspects/find-aspects.ts';
import { readTable } from '#insights/text/read-table.ts';
import { listWords, tokenize } from '#insights/text/tokenize.ts';

const wordsOf = (text: string) => listWords(tokenize(text));

/** Terms with less weight than this say only where a shorter term means something else. */
const LEAST_HINT = 0.5;

for (const trade of TRADES) {
  const { aspects } = shippedList(trade);
  const termsOf = ({ terms }: (typeof aspects)[number]) =>
    terms.map((term) => ({
      term,
      spelling: spellingOf(term),
      weight: typeof term === 'string' ? 1 : term.weight,
    }));

  test(`${trade}: a term finds its aspect where it is enough alone, and is found by no others`, () => {
    for (const aspect of aspects) {
      const find = createTermFinder(aspect);
      for (const { term, spelling, weight } of termsOf(aspect)) {
        assert.equal(find(wordsOf(spelling)).length > 0, weight >= 1, `${aspect.id}: ${spelling}`);
        const others = aspect.terms.filter((other) => other !== term);
        const isFound =
          createTermFinder({ ...aspect, terms: others })(wordsOf(spelling)).length > 0;
        assert.equal(isFound, weight < LEAST_HINT, `${aspect.id}: ${spelling}`);
      }
    }
  });
}

/** Sentences, the trade of a list, and the aspects that people find in them. */
const rows = readTable(join(import.meta.dirname, '../../fixtures/clauses/aspects.tsv'));

for (const [text = '', trade = '', ids] of rows) {
  test(`${trade}: “${text}” speaks of ${ids || 'nothing'}`, () => {
    const { aspects } = shippedList(z.enum(TRADES).parse(trade));
    const found = createAspectFinder(aspects)(wordsOf(text));
    assert.equal(found.map(({ id }) => id).join(' '), ids);
  });
}
