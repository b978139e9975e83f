import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { annotateNothing } from '#dataset/annotate.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { rememberNotes } from '#insights/notes/notes.ts';
import { build } from '#release/build.ts';
import { serializeDataset } from '#release/stored-dataset.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { followContent } from '../../../sidecar/publish/follow-content.ts';
import { NOTHING_BEFORE } from '../../../sidecar/publish/messages.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { goodContent, sampleReview } from '../../support/sample-content.ts';
import { createPort } from './publishing.ts';

const EDITED = {
  ...goodContent(1),
  ...sampleReview('review-2', '2026-10-02', {}, 'They kept me badly informed.'),
};
const [MADE, NEXT] = [await makeRelease(goodContent(1)), await makeRelease(EDITED)];

/** Says of some reviews what no analysis would. */
function mark({ reviews, ...dataset }: Dataset, isMarked: (id: string) => boolean): Dataset {
  const sentiment = { label: 'mixed', score: 0.123 } as const;
  const marked = reviews.map((one) => (isMarked(one.id) ? { ...one, sentiment } : one));
  return { ...dataset, reviews: marked };
}

const MARKED = mark(MADE.dataset, () => true);
const FOUND = await build(MARKED, undefined, {
  baseUrl: BASE_URL,
  createAnnotate: annotateNothing,
  takeNotes: rememberNotes(),
  now: new Date(0),
});

/** Publishes an edit once after a release of marked reviews, and what it warns of meanwhile. */
async function publishAfter(
  t: TestContext,
  dataset: Uint8Array,
  content = EDITED,
  isWithheld = false,
) {
  const { manifest } = MADE;
  const folder = createFolder(t);
  const { port, posted, warnings } = createPort();
  await followContent(
    {
      contentDir: createContentFolder(t, content),
      outDir: join(folder, 'dist'),
      stateDir: join(folder, 'state'),
      baseUrl: BASE_URL,
      watch: 'off',
      ...NOTHING_BEFORE,
      served: {
        from: 'folder',
        release: { manifest, files: FOUND.files, dataset },
        corpus: FOUND.corpus,
        names: MADE.release.names,
      },
      isWithheld,
      after: manifest.ordinal,
    },
    port,
    // Ends once it has published.
    AbortSignal.abort(),
  );
  const data = posted.findLast(({ type }) => type === 'data');
  assert.ok(data?.type === 'data');
  return { warnings, reviewsJson: joinPieces(data.corpus.body).toString() };
}

const jsonOf = (dataset: Dataset) => Buffer.from(renderReviewsJson(dataset)).toString();

test('what an earlier process has analysed is taken over, but for what was edited since', async (t) => {
  const { warnings, reviewsJson } = await publishAfter(t, serializeDataset(MARKED));
  assert.deepEqual(warnings, []);
  const expected = jsonOf(mark(NEXT.dataset, (id) => id !== 'review-2'));
  assert.deepEqual(reviewsJson.split('\n'), expected.split('\n'));
});

test('it is taken over, too, where a takedown comes first', async (t) => {
  const removed = '- { id: review-1, dateRemoved: 2026-11-20, reason: spam }\n';
  const content = { ...EDITED, 'removed.yaml': removed };
  const { dataset } = await makeRelease(content);
  const { reviewsJson } = await publishAfter(t, serializeDataset(MARKED), content, true);
  const expected = jsonOf(mark(dataset, (id) => id !== 'review-2'));
  assert.deepEqual(reviewsJson.split('\n'), expected.split('\n'));
});

test('where that cannot be read, the log says so, and all is analysed again', async (t) => {
  const { warnings, reviewsJson } = await publishAfter(t, Buffer.from('This is no dataset.'));
  assert.equal(warnings[0], 'cannot read the stored release; analysing every review again');
  assert.equal(reviewsJson, jsonOf(NEXT.dataset));
});
