import { renderArtifact } from '#artifacts/artifacts.ts';
import { CATALOG } from '#artifacts/catalog.ts';
import { toVariant, type Variant } from '#artifacts/encode-variants.ts';
import { renderReviews } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { createPublishedSource, type SourceParts } from '#release/published-source.ts';
import { corpusOf } from '#search/corpus/corpus.ts';
import { joinParts, readParts } from '#search/corpus/review-records.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { indexReviews } from '#search/index/index-documents.ts';
import { namesOf } from '#search/question/names.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { createSearch } from '#search/run-search.ts';
import type { ViewTools } from '#views/views.ts';

/** Tools for views that are text and need none. */
export const NO_TOOLS: ViewTools = {
  rasterize: () => Promise.reject(new Error('No image was expected.')),
  formats: () => Promise.reject(new Error('No format was expected.')),
};

/** The last change of every file. */
const LAST_MODIFIED = Date.UTC(2026, 9, 3);

/** A source that answers agents from a dataset: files are rendered, and reviews indexed. */
export function sourceOf(dataset: Dataset): ReviewSource {
  return createPublishedSource(publishedParts(dataset));
}

/** The files of a dataset, rendered when they are asked for, and a search of them. */
export function publishedParts(dataset: Dataset): SourceParts {
  const reviewsJson = toVariant(joinParts(renderReviews(dataset)));
  const files = new Map<string, Variant>([['/reviews.json', reviewsJson]]);
  const { body } = reviewsJson;
  const corpus = corpusOf(readParts(body));
  const index = buildSearchIndex([indexReviews(dataset)]);
  const names = namesOf(dataset);
  return {
    baseUrl: dataset.baseUrl,
    sidecarUrl: dataset.sidecarUrl,
    corpus,
    removed: dataset.removed,
    names,
    ...createSearch({ index: Promise.resolve(index), corpus, names }),
    data: (path) => {
      const kind = CATALOG.find((one) => one.path === path);
      if (!kind) return undefined;
      const file = files.get(path) ?? toVariant([renderArtifact(kind.path, dataset)]);
      files.set(path, file);
      return { ...file, mediaType: kind.mediaType, lastModified: LAST_MODIFIED };
    },
  };
}
