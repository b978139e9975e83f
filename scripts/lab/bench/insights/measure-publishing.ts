import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderInsightsJson } from '#artifacts/artifacts.ts';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { Content } from '#dataset/content.ts';
import { Datasets } from '#dataset/dataset.ts';
import { addAll, type Edit } from '#dataset/edits/list-edit.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { EarlierAnalyses } from '#insights/annotation/earlier-analyses.ts';
import { Insights } from '#insights/insights.ts';
import { unpackModel } from '#insights/polarity/polarity.ts';
import { DATASET_FILE } from '#release/manifest.ts';
import { readStoredAnalyses, serializeDataset } from '#release/stored-dataset.ts';
import { readCorpus } from '#search/corpus/corpus.ts';
import { BENCH_BASE_URL } from '../release.ts';
import type { Figures } from './tasks.ts';

const EDITS = 50;

/** Publishes as a service does at first, then edit after edit; leaves what a next start finds. */
export function publishInsights(content: Content, folder: string): Figures {
  const empty = heldMegabytes();
  const unpacking = time(() => unpackModel()).milliseconds;
  const withModel = heldMegabytes();

  const datasets = new Datasets(BENCH_BASE_URL, createAnnotator());
  const first = time(
    () => datasets.update(content, { removed: [], added: content.reviews }).dataset,
  );
  const withDataset = heldMegabytes();

  const kept = new Insights();
  const insights = time(() => kept.update(first.result, addAll(first.result.reviews)));
  const withInsights = heldMegabytes();
  const rendering = time(() => renderInsightsJson(first.result, () => insights.result));
  const peak = peakMegabytes();

  const nextDataset: number[] = [];
  const nextInsights: number[] = [];
  const nextRendering: number[] = [];
  for (const edited of editReviews(content, EDITS)) {
    const made = time(() => datasets.update(edited.content, edited.edit));
    const { dataset, edit } = made.result;
    if (edit === 'everything') throw new Error('What was edited is not known.');
    const derived = time(() => kept.update(dataset, edit));
    const rendered = time(() => renderInsightsJson(dataset, () => derived.result));
    nextDataset.push(made.milliseconds);
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

type EditedContent = { readonly content: Content; readonly edit: Edit<StoredReview> };

/** A prime, so that edits are spread over all reviews, old and new. */
const STRIDE = 7919;

/** Edits one review after another: each gets the text of its neighbour, after a word of its own. */
function* editReviews(content: Content, edits: number): Generator<EditedContent> {
  let { reviews } = content;
  for (let edit = 0; edit < edits; edit++) {
    const place = (edit * STRIDE) % reviews.length;
    const review = reviews[place];
    const neighbour = reviews[(place + 1) % reviews.length];
    if (!review || !neighbour) return;
    const reviewBody = `Edit ${edit}. ${neighbour.reviewBody}`;
    const edited = { ...review, reviewBody };
    reviews = reviews.with(place, edited);
    yield { content: { ...content, reviews }, edit: { removed: [review], added: [edited] } };
  }
}

/** Times the first dataset of a service that starts again, with the release before in a folder. */
export function restartWithRelease(content: Content, folder: string): Figures {
  unpackModel();
  let isRead = false;
  const earlier = new EarlierAnalyses(() => {
    isRead = true;
    const [dataset, reviews] = [DATASET_FILE, 'reviews.json'].map((name) =>
      readFileSync(join(folder, name)),
    );
    return dataset && reviews && readStoredAnalyses(dataset, readCorpus([reviews]));
  });
  const datasets = new Datasets(BENCH_BASE_URL, earlier.reuseFor(createAnnotator()));
  const figures = measureDataset(datasets, content);
  if (!isRead) throw new Error('Nothing was taken over from the release before.');
  return figures;
}

export function publishPlain(content: Content): Figures {
  return measureDataset(new Datasets(BENCH_BASE_URL), content);
}

function measureDataset(datasets: Datasets, content: Content): Figures {
  const before = heldMegabytes();
  const start = performance.now();
  const { reviews } = datasets.update(content, { removed: [], added: content.reviews }).dataset;
  const milliseconds = performance.now() - start;
  const figures = {
    dataset: [milliseconds],
    datasetHeap: [heldMegabytes() - before],
    peak: [peakMegabytes()],
  };
  // Asked again, what was measured is still in use until here.
  const { dataset } = datasets.update(content, { removed: [], added: [] });
  if (dataset.reviews !== reviews) throw new Error('The dataset was forgotten.');
  return figures;
}

/** What is in use after a collection, in megabytes. Node has to run with `--expose-gc`. */
function heldMegabytes(): number {
  // What only a closure or a weak reference held is free after the second one.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

export function peakMegabytes(): number {
  return (process.resourceUsage().maxRSS * 1024) / 1e6;
}
