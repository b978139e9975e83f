import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderInsightsJson } from '#artifacts/insights-json.ts';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { Content } from '#dataset/content.ts';
import { createDatasetMaker } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotate-review.ts';
import { createInsightsMaker } from '#insights/insights.ts';
import { unpackModel } from '#insights/polarity/polarity.ts';
import { DATASET_FILE } from '#release/manifest-file.ts';
import { serializeDataset } from '#release/stored-dataset.ts';
import { BENCH_BASE_URL } from '../bench-release.ts';
import { editReviews } from './edit-reviews.ts';
import type { Figures } from './figures.ts';
import { heldMegabytes, peakMegabytes } from './held-memory.ts';

const EDITS = 50;

/**
 * Publishes a content as a service does after its first start, and then edit after edit. What a
 * service finds at the next start is left in a folder.
 */
export function publishInsights(content: Content, folder: string): Figures {
  const empty = heldMegabytes();
  const unpacking = time(() => unpackModel()).milliseconds;
  const withModel = heldMegabytes();

  const makeDataset = createDatasetMaker(BENCH_BASE_URL, createAnnotator());
  const first = time(() => makeDataset(content));
  const withDataset = heldMegabytes();

  const deriveInsights = createInsightsMaker();
  const insights = time(() => deriveInsights(first.result));
  const withInsights = heldMegabytes();
  const rendering = time(() => renderInsightsJson(first.result, () => insights.result));
  const peak = peakMegabytes();

  const nextDataset: number[] = [];
  const nextInsights: number[] = [];
  const nextRendering: number[] = [];
  for (const edited of editReviews(content, EDITS)) {
    const dataset = time(() => makeDataset(edited));
    const derived = time(() => deriveInsights(dataset.result));
    const rendered = time(() => renderInsightsJson(dataset.result, () => derived.result));
    nextDataset.push(dataset.milliseconds);
    nextInsights.push(derived.milliseconds);
    nextRendering.push(rendered.milliseconds);
  }
  writeFileSync(join(folder, 'reviews.json'), renderReviewsJson(first.result));
  writeFileSync(join(folder, DATASET_FILE), serializeDataset(first.result));
  return {
    unpacking: [unpacking],
    dataset: [first.milliseconds],
    insights: [insights.milliseconds],
    rendering: [rendering.milliseconds],
    bytes: [rendering.result.length],
    nextDataset,
    nextInsights,
    nextRendering,
    next: nextDataset.map(
      (time, edit) => time + (nextInsights[edit] ?? 0) + (nextRendering[edit] ?? 0),
    ),
    modelHeap: [withModel - empty],
    datasetHeap: [withDataset - withModel],
    insightsHeap: [withInsights - withDataset],
    peak: [peak],
  };
}

function time<Result>(work: () => Result) {
  const start = performance.now();
  const result = work();
  return { result, milliseconds: performance.now() - start };
}
