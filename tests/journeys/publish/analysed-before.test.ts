import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { serializeDataset } from '#release/stored-dataset.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { DataRenderer } from '../../../sidecar/publish/render-data.ts';
import { ReleaseStore } from '../../../sidecar/store/release-store.ts';
import { ask } from '../../support/ask.ts';
import { makeRelease } from '../../support/release.ts';
import { sampleReview } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { goodContent } from './good-content.ts';
import { createRestarted } from './restarted-service.ts';

/** Says of some reviews what no analysis would. */
function mark(dataset: Dataset, isMarked: (id: string) => boolean): Dataset {
  const sentiment = { label: 'mixed', score: 0.123 } as const;
  const reviews = dataset.reviews.map((review) =>
    isMarked(review.id) ? { ...review, sentiment } : review,
  );
  return { ...dataset, reviews };
}

/** Leaves a release of marked reviews, as an earlier process would. */
async function storeMarked(stateDir: string): Promise<void> {
  const { dataset, manifest } = await makeRelease(goodContent(1));
  const marked = mark(dataset, () => true);
  const rendered = await new DataRenderer([]).render(
    { dataset: marked, edit: 'everything' },
    new Date(0),
  );
  const stored = serializeDataset(marked);
  const entries = rendered.files.map(({ entry }) => entry);
  const store = ReleaseStore.open(stateDir);
  store.write({
    ...rendered,
    manifest: { ...manifest, dataset: strongEtag(stored), entries },
    dataset: stored,
    reviews: marked.reviews,
    edit: 'everything',
  });
  store.close();
}

test('what an earlier process has analysed is taken over, but for what was edited since', async (t) => {
  const { start, url, stateDir, edit, serves } = await createRestarted(t);
  await storeMarked(stateDir);
  // The name of the business is among the words that texts are held against.
  const { 'business.yaml': business = '' } = goodContent(1);
  const edited = {
    ...sampleReview('review-2', '2026-10-02', {}, 'They kept me badly informed: edition-2.'),
    'business.yaml': business,
  };
  edit(2, edited);
  await start();
  await waitUntil('edition 2', serves('/reviews.json', 2));
  const { dataset } = await makeRelease({ ...goodContent(2), ...edited });
  const expected = renderReviewsJson(mark(dataset, (id) => id !== 'review-2'));
  const { text } = await ask(url, '/reviews.json');
  assert.deepEqual(text.split('\n'), Buffer.from(expected).toString().split('\n'));
});
