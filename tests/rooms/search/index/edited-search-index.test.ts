import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { type AddedDocument, EditedSearchIndex } from '#search/index/edited-search-index.ts';
import { SearchIndex } from '#search/index/search-index.ts';
import type { SearchDocument } from '#search/search.ts';
import { documents, filtersFor, scanDocuments, sortNewestFirst } from '../search-samples.ts';

/** The documents after an edit, and what the edit was, worked out the plain way. */
function edit(
  indexed: readonly SearchDocument[],
  gone: ReadonlySet<number>,
  come: SearchDocument[],
) {
  const kept = indexed.filter((_, position) => !gone.has(position));
  const current = sortNewestFirst([...come, ...kept]);
  const added: AddedDocument[] = [];
  for (const [position, document] of current.entries()) {
    if (come.includes(document)) added.push({ position, document });
  }
  return { current, edits: { removed: [...gone].sort((a, b) => a - b), added } };
}

suite('edited search index', () => {
  test('finds what a scan of the current documents finds', () => {
    const sample = fc
      .tuple(documents, documents, fc.array(fc.nat(79), { maxLength: 20 }))
      .chain(([indexed, come, gone]) => {
        const removed = new Set(gone.filter((position) => position < indexed.length));
        const { current, edits } = edit(indexed, removed, come);
        const searches = fc.array(filtersFor(current), { minLength: 5, maxLength: 10 });
        return fc.record({
          indexed: fc.constant(indexed),
          current: fc.constant(current),
          edits: fc.constant(edits),
          searches,
        });
      });
    fc.assert(
      fc.property(sample, ({ indexed, current, edits, searches }) => {
        const base = new SearchIndex(buildSearchIndex(indexed));
        const index = new EditedSearchIndex(base, edits);
        assert.equal(index.size, current.length);
        for (const filters of searches) {
          assert.deepEqual(index.search(filters), scanDocuments(current, filters));
        }
      }),
      { numRuns: 100 },
    );
  });
});
