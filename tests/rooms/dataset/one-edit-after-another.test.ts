import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type RenderedReviews, renderReviews, renderReviewsJson } from '#artifacts/reviews-json.ts';
import { ContentError, formatProblem } from '#dataset/content-problem.ts';
import { createDataset, createDatasetMaker, type Dataset } from '#dataset/dataset.ts';
import { diffReviews } from '#dataset/diff-reviews.ts';
import { checkContent, createContentChecker, type LoadedContent } from '#dataset/load-content.ts';
import { createInsightsMaker, deriveInsights } from '#insights/insights.ts';
import { createKeyMaker, releaseKeyOf } from '#release/release-key.ts';
import { createCorpusMaker, readCorpus } from '#search/corpus.ts';
import { joinPieces } from '#search/pieces.ts';
import { anyHistory, type FolderState } from './any-edits.ts';

const BASE_URL = 'https://reviews.example';

type Outcome = { readonly problems: readonly string[]; readonly loaded?: LoadedContent };

function outcomeOf(check: typeof checkContent, { files, problems }: FolderState): Outcome {
  try {
    const loaded = check(files, problems);
    return { loaded, problems: loaded.warnings.map((problem) => formatProblem(problem)) };
  } catch (error) {
    assert.ok(error instanceof ContentError);
    return { problems: error.problems.map((problem) => formatProblem(problem)) };
  }
}

test('after every edit, all is as if it were made from nothing', () => {
  let published = 0;
  let refused = 0;
  fc.assert(
    fc.property(anyHistory, (states) => {
      const check = createContentChecker();
      const makeDataset = createDatasetMaker(BASE_URL);
      const makeInsights = createInsightsMaker();
      const makeCorpus = createCorpusMaker();
      const makeKey = createKeyMaker(BASE_URL);
      let rendered: RenderedReviews | undefined;
      let before: Dataset | undefined;
      for (const state of states) {
        assert.deepEqual(makeKey(state.files), releaseKeyOf(state.files, BASE_URL));
        const outcome = outcomeOf(check, state);
        assert.deepEqual(outcome, outcomeOf(checkContent, state));
        if (!outcome.loaded) {
          refused++;
          continue;
        }
        published++;
        const dataset = makeDataset(outcome.loaded.content);
        const fresh = createDataset(outcome.loaded.content, BASE_URL);
        assert.deepEqual(dataset, fresh);
        assert.deepEqual(makeInsights(dataset), deriveInsights(fresh));
        if (before) assertSameObjects(before, dataset);
        rendered = renderReviews(dataset, rendered);
        const bytes = renderReviewsJson(fresh);
        assert.deepEqual(joinPieces(rendered.body), Buffer.from(bytes));
        assert.deepEqual(makeCorpus(rendered), readCorpus(rendered.body));
        before = dataset;
      }
    }),
    { numRuns: 200 },
  );
  // Both happen often enough for the test to mean something.
  assert.ok(published > 100 && refused > 100, `${published} published, ${refused} refused`);
});

/** A review is another object only where something about it changed. */
function assertSameObjects(before: Dataset, after: Dataset): void {
  const { removed, added } = diffReviews(before.reviews, after.reviews);
  const texts = new Set(removed.map((place) => JSON.stringify(before.reviews[place])));
  for (const place of added) assert.ok(!texts.has(JSON.stringify(after.reviews[place])));
}
