import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Review } from '#dataset/review.ts';
import { GROUPINGS, type Grouping, OWN_FILTERS, StatsQuery } from '#search/question/stats-query.ts';
import { countReviews } from '#search/stats.ts';
import { runs } from '../../support/at-length.ts';
import { sourceOf } from '../../support/review-source.ts';
import { anyFilters, asText } from '../agents/tools/any-filters.ts';
import { anyDataset } from '../artifacts/any-dataset.ts';
import { searchNaively } from './naive-search.ts';

/** The groups that a review belongs to. */
const KEYS: Record<Grouping, (review: Review) => readonly string[]> = {
  rating: ({ reviewRating }) => [String(reviewRating.ratingValue)],
  year: ({ datePublished }) => [datePublished.slice(0, 4)],
  quarter: ({ datePublished }) => {
    const [year, month] = datePublished.split('-').map(Number);
    return [`${year}-Q${Math.floor(((month ?? 0) - 1) / 3) + 1}`];
  },
  month: ({ datePublished }) => [datePublished.slice(0, 7)],
  technician: ({ mentionedTechnicians }) => mentionedTechnicians,
  service: ({ mentionedServices }) => mentionedServices,
  service_area: ({ mentionedServiceAreas }) => mentionedServiceAreas,
  aspect: ({ aspects = [] }) =>
    aspects.filter(({ about }) => about === 'business').map(({ id }) => id),
  sentiment: ({ sentiment }) => (sentiment ? [sentiment.label] : []),
  source: ({ publisher }) => [publisher.name],
  language: ({ inLanguage }) => [inLanguage],
  has_text: ({ reviewBody }) => [String(reviewBody !== '')],
  has_reply: ({ ownerReply }) => [String(ownerReply !== undefined)],
  relationship: ({ relationship = 'none' }) => [relationship],
};

function meanOf(reviews: readonly Review[]): number | null {
  const sum = reviews.reduce((added, { reviewRating }) => added + reviewRating.ratingValue, 0);
  return reviews.length === 0 ? null : Math.round((sum * 100) / reviews.length) / 100;
}

test('counts and means are those of a look at each review, without the filter of each grouping', async () => {
  await fc.assert(
    fc.asyncProperty(anyDataset, anyFilters, async (dataset, { sort: _, ...filters }) => {
      const source = sourceOf(dataset);
      const insights = await source.insights();
      const find = (asked: object) =>
        searchNaively(dataset.reviews, insights, asText({ ...asked }));
      const query = StatsQuery.parse({ ...filters, group_by: GROUPINGS.join(',') });
      const stats = await countReviews(query, source);
      const reviews = find(filters);
      assert.equal(stats.total, reviews.length);
      assert.equal(stats.averageRating, meanOf(reviews));
      assert.deepEqual(stats.filters, filters);
      for (const grouping of GROUPINGS) {
        // Two sentiments would be asked for.
        if (filters.aspect && grouping === 'sentiment') continue;
        const others: Record<string, unknown> = { ...filters };
        for (const name of OWN_FILTERS[grouping]) delete others[name];
        const found = find(others);
        const keys = new Set(found.flatMap(KEYS[grouping]));
        const expected = [...keys].map((key) => {
          const grouped = found.filter((review) => KEYS[grouping](review).includes(key));
          return { key, count: grouped.length, averageRating: meanOf(grouped) };
        });
        const buckets = stats.buckets
          .filter(({ groupBy }) => groupBy === grouping)
          .map(({ key, count, averageRating }) => ({ key, count, averageRating }));
        const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
        assert.deepEqual(buckets.toSorted(byKey), expected.sort(byKey), grouping);
      }
    }),
    { numRuns: runs(40) },
  );
});
