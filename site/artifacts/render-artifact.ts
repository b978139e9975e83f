import type { Dataset } from '#dataset/dataset.ts';
import { renderAtomFeed } from './atom-feed.ts';
import type { ArtifactPath } from './catalog.ts';
import { renderInsightsJson } from './insights-json.ts';
import { renderJsonFeed } from './json-feed.ts';
import { renderOpenApi } from './openapi.ts';
import { renderReviewsJson } from './reviews-json.ts';

// Apart from the catalog, since whoever serves artifacts has no use for what renders them.
const RENDERERS: Readonly<Record<ArtifactPath, (dataset: Dataset) => Uint8Array<ArrayBuffer>>> = {
  '/reviews.json': renderReviewsJson,
  '/insights.json': renderInsightsJson,
  '/api/feed.json': renderJsonFeed,
  '/feed.xml': renderAtomFeed,
  '/.well-known/openapi.json': renderOpenApi,
  '/openapi.json': renderOpenApi,
};

/** Renders one artifact. Same dataset, same bytes. */
export function renderArtifact(path: ArtifactPath, dataset: Dataset): Uint8Array<ArrayBuffer> {
  return RENDERERS[path](dataset);
}
