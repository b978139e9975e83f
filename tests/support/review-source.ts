import type { ReviewSource } from '#agents/review-source.ts';
import { artifactAt, CATALOG } from '#artifacts/catalog.ts';
import { createArtifactRenderer } from '#artifacts/render-artifact.ts';
import { sealIdentity } from '#artifacts/seal.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { deriveInsights } from '#insights/insights.ts';
import { readCorpus } from '#query/corpus.ts';
import { readSearchDocuments } from '#query/read-search-documents.ts';
import { buildSearchIndex } from '#query/search-index/build-search-index.ts';
import { SearchIndex } from '#query/search-index/search-index.ts';
import { createTechnicianResolver } from '#query/technician-names.ts';
import { createSearch } from '../../sidecar/search/search.ts';

/** A day on which everything was changed last. */
const LAST_MODIFIED = Date.UTC(2026, 9, 3);

/** A dataset as agents are answered from it: its files rendered and its reviews indexed. */
export function sourceOf(dataset: Dataset): ReviewSource {
  const render = createArtifactRenderer();
  const files = new Map<string, { readonly bytes: Uint8Array; readonly etag: string }>(
    CATALOG.map(({ path }) => [path, sealIdentity(render(path, dataset)).identity]),
  );
  const reviewsJson = files.get('/reviews.json');
  if (!reviewsJson) throw new Error('There is no reviews.json.');
  const insights = deriveInsights(dataset);
  const { dateModified, business, aggregateRating, collection, reviews } = dataset;
  return {
    baseUrl: dataset.baseUrl,
    etag: reviewsJson.etag,
    corpus: readCorpus(reviewsJson.bytes),
    removed: dataset.removed,
    head: { dateModified, business, aggregateRating, collection, count: reviews.length },
    insights,
    search: createSearch(
      Promise.resolve(new SearchIndex(buildSearchIndex(readSearchDocuments(reviewsJson.bytes)))),
      createTechnicianResolver(insights.entities.technicians),
    ),
    file: (path) => {
      const file = files.get(path);
      const kind = artifactAt(path);
      return file && kind && { ...file, mediaType: kind.mediaType, lastModified: LAST_MODIFIED };
    },
  };
}
