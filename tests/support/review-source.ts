import assert from 'node:assert/strict';
import { ArtifactRenderer } from '#artifacts/artifacts.ts';
import { type ArtifactPath, artifactAt, CATALOG } from '#artifacts/catalog.ts';
import { encodeIdentity, type Variant } from '#artifacts/encode-variants.ts';
import { renderReviews } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { addAll } from '#dataset/edits/list-edit.ts';
import { createPublishedSource, type SourceParts } from '#release/published-source.ts';
import { readCorpus } from '#search/corpus/corpus.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { SearchIndex } from '#search/index/search-index.ts';
import { namesOf } from '#search/question/names.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { createSearch, type SearchAnswer } from '#search/run-search.ts';
import { readSearchDocuments } from '#search/search.ts';
import type { ViewTools } from '#views/views.ts';

/** The hits of a search that was not refused. */
export function hitsOf(found: SearchAnswer | 'busy' | undefined): SearchAnswer {
  assert.ok(found !== undefined && found !== 'busy');
  return found;
}

/** For views that are text. */
export const NO_TOOLS: ViewTools = {
  rasterize: () => Promise.reject(new Error('No image was expected.')),
};

/** A day on which everything was changed last. */
const LAST_MODIFIED = Date.UTC(2026, 9, 3);

/** A dataset as agents are answered from it: its files rendered and its reviews indexed. */
export function sourceOf(dataset: Dataset): ReviewSource {
  return createPublishedSource(publishedParts(dataset));
}

/** The rendered files of a dataset, and a search of them. */
export function publishedParts(dataset: Dataset): SourceParts {
  const render = new ArtifactRenderer().update(dataset, addAll(dataset.reviews));
  const bodyOf = (path: ArtifactPath) =>
    path === '/reviews.json' ? renderReviews(dataset).body : [render(path)];
  const files = new Map<string, Variant>(
    CATALOG.map(({ path }) => [path, encodeIdentity(bodyOf(path)).identity]),
  );
  const reviewsJson = files.get('/reviews.json');
  if (!reviewsJson) throw new Error('There is no reviews.json.');
  const { body } = reviewsJson;
  const corpus = readCorpus(body);
  const index = new SearchIndex(buildSearchIndex(readSearchDocuments(body)));
  const names = namesOf(dataset);
  return {
    baseUrl: dataset.baseUrl,
    corpus,
    removed: dataset.removed,
    names,
    ...createSearch({ index: Promise.resolve(index), corpus, names }),
    data: (path) => {
      const file = files.get(path);
      const kind = artifactAt(path);
      return file && kind && { ...file, mediaType: kind.mediaType, lastModified: LAST_MODIFIED };
    },
  };
}

/** A source in which some reviews have a page. */
export function withPages(source: ReviewSource, ids: readonly string[]): ReviewSource {
  const paths = new Map(ids.map((id) => [`/reviews/${id}/`, id]));
  return {
    ...source,
    file: async (path) => {
      const id = paths.get(path);
      if (id === undefined) return source.file(path);
      const html = `<!doctype html><title>Review ${id} – “${id}”</title>`;
      return {
        mediaType: 'text/html; charset=utf-8',
        body: [Buffer.from(html)],
        etag: `"page-${id}"`,
        lastModified: undefined,
      };
    },
  };
}
