import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ListQuery, readListQuestion } from '#search/question/list-question.ts';
import { questionOfFacet } from '../../../../../site/ui/lib/list/facet-groups.ts';
import { findList } from '../../../../../site/ui/lib/list/find-list.ts';
import { runs } from '../../../../support/at-length.ts';
import { sourceOf } from '../../../../support/review-source.ts';
import { anyFilters } from '../../../agents/tools/any-filters.ts';
import { anyDataset } from '../../../artifacts/any-dataset.ts';
import { anyAnnotated } from '../../../insights/any-annotated.ts';

/** The question that an address asks, which is in its normal form and has no problem. */
function questionAt(href: string): ListQuery {
  const [path, parameters = ''] = href.split('?');
  assert.equal(path, '/reviews/');
  const { query, parameters: normal, problems } = readListQuestion(parameters);
  assert.deepEqual([problems, normal], [[], parameters]);
  return query;
}

/** Regions of a language are found by the language, too. */
const LANGUAGES = ['en', 'es', 'en-US', 'es-MX', 'en-GB'];
const anyPublished = fc.oneof(anyDataset, anyAnnotated).map((dataset) => ({
  ...dataset,
  reviews: dataset.reviews.map((review, at) => ({
    ...review,
    inLanguage: LANGUAGES[at % LANGUAGES.length] ?? 'en',
  })),
}));

/** A few filters, as people choose them, so that most questions find something. */
const anyQuestion = fc
  .tuple(anyFilters, fc.nat(), fc.nat(2))
  .map(([filters, at, most]): ListQuery => {
    const given = Object.entries(filters);
    const first = at % (given.length || 1);
    return Object.fromEntries(given.slice(first, first + most));
  });

test('the number beside a value, and beside each side, is that of the reviews behind the link', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(anyPublished, anyQuestion, async (dataset, query) => {
      const source = sourceOf(dataset);
      const totalAt = async (href: string) =>
        (await source.search({ ...questionAt(href), limit: 0 })).total;
      for (const { facet, options } of (await findList({ query }, source)).groups) {
        for (const { key, count, href, isChosen, sides } of options) {
          const what = `${facet} ${key} of ${JSON.stringify(query)}`;
          for (const link of [...(isChosen ? [] : [{ count, href }]), ...sides]) {
            if ('isChosen' in link && link.isChosen) continue;
            assert.equal(await totalAt(link.href), link.count, `${what}: ${link.href}`);
            compared++;
          }
        }
      }
    }),
    // Not fewer: how many find something is a matter of chance.
    { numRuns: 100 },
  );
  assert.ok(compared > 300, `most questions find something: ${compared}`);
});

test('a chosen value leads to the list without it, and its number is that of the list', async () => {
  await fc.assert(
    fc.asyncProperty(anyPublished, anyQuestion, async (dataset, query) => {
      const source = sourceOf(dataset);
      const { total } = await source.search({ ...query, limit: 0 });
      for (const { facet, options } of (await findList({ query }, source)).groups) {
        const chosen = options.filter(({ isChosen }) => isChosen);
        assert.ok(chosen.length <= 1, facet);
        for (const { href, count, sides } of chosen) {
          const { sort, ...rest } = questionAt(href);
          assert.deepEqual(rest, questionOfFacet(query, facet));
          const side = sides.find((one) => one.isChosen);
          // A number of stars beside a range that it is not in finds nothing.
          const isBoth = query.rating !== undefined && (query.min_rating ?? query.max_rating);
          if (facet === 'rating' && isBoth) continue;
          if (query.sentiment === undefined) assert.equal(count, total, facet);
          else if (side) assert.equal(side.count, total);
        }
      }
    }),
    { numRuns: runs(50) },
  );
});
