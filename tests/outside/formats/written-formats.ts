import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { loadContent } from '#dataset/check/check-content.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import { FORMATS } from '#formats/formats.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { AWKWARD_REVIEWS, datasetWith } from '../../rooms/formats/awkward-reviews.ts';
import { formatSourceOf, makeFormat } from '../../rooms/formats/format-source.ts';
import { createFolder } from '../../support/content-folder.ts';
import type { Lifetime } from '../../support/lifetime.ts';

import { REPOSITORY } from '../../support/run-script.ts';

export const AWKWARD = datasetWith(AWKWARD_REVIEWS);

/** The reviews of `content/`, as they are published. */
export const DEMONSTRATION = createDataset(
  loadContent(join(REPOSITORY, 'content')).content,
  'https://reviews.example',
  createAnnotator(),
);

/** Writes reviews.json and every format of a dataset into a folder, as readers download them. */
export function writeFormats(lifetime: Lifetime, dataset: Dataset): string {
  const folder = createFolder(lifetime);
  const source = formatSourceOf(dataset);
  writeFileSync(join(folder, 'reviews.json'), renderReviewsJson(dataset));
  for (const { path } of FORMATS) writeFileSync(join(folder, path), makeFormat(path, source));
  return folder;
}
