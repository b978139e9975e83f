import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ENTITY_KINDS, type EntityKind, pagesBesideReviews } from '#release/page-addresses.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { findEntity } from '../../../../../site/ui/lib/insight/find-entity.ts';
import { runs } from '../../../../support/at-length.ts';
import { sourceOf } from '../../../../support/review-source.ts';
import { anyAnnotated } from '../../../insights/any-annotated.ts';

async function find(kind: EntityKind, id: string, source: ReviewSource) {
  return (await findEntity({ kind, id }, source)) ?? assert.fail(`${kind} ${id}`);
}

test('whatever is published, the figures of everything with a page are those of its reviews', async () => {
  await fc.assert(
    fc.asyncProperty(anyAnnotated, async (dataset) => {
      const published = sourceOf(dataset);
      for (const path of pagesBesideReviews(published)) {
        const [, asked, id = ''] = path.split('/');
        const kind = ENTITY_KINDS.find((one) => one === asked);
        if (!kind) continue;
        const entity = await find(kind, id, published);
        const { filters, total, distribution, aspects, sides, quotes } = entity;
        const all = await published.search({ ...filters, limit: 100 });
        const sum = (counts: readonly number[]) => counts.reduce((added, one) => added + one, 0);
        assert.equal(total, all.total);
        assert.equal(sum(Object.values(distribution)), total);
        const totalOf = async (sentiment: 'positive' | 'negative') =>
          (await published.search({ ...filters, sentiment, limit: 1 })).total;
        if (kind !== 'people') {
          const found = {
            praising: await totalOf('positive'),
            criticizing: await totalOf('negative'),
          };
          assert.deepEqual(sides, found, path);
        }
        const isQuoted = quotes.some(({ sentiment }) => sentiment === 'negative');
        assert.equal(entity.unquoted.length, isQuoted ? 0 : Math.min(10, sides.criticizing), path);
        assert.ok(kind !== 'aspects' || aspects.every((bucket) => bucket.id !== id));
        for (const bucket of kind === 'aspects' ? [] : aspects) {
          const both = await published.search({ ...filters, aspect: bucket.id, limit: 1 });
          assert.equal(both.total, bucket.count, `${path} ${bucket.id}`);
        }
      }
    }),
    { numRuns: runs(30) },
  );
});
