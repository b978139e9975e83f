import type { Dataset } from '#dataset/dataset.ts';
import { deriveInsights } from '#insights/insights.ts';
import type { Noter } from '#insights/noted-review.ts';
import { renderOpenApi } from '#openapi/openapi.ts';
import { type ArtifactPath, SERVER_CARD_PATH } from './catalog.ts';
import { renderAiCatalog, renderRegistryEntry, renderServerCard } from './discovery.ts';
import { renderAtomFeed } from './feeds/atom-feed.ts';
import { renderJsonFeed } from './feeds/json-feed.ts';
import { renderJsonLdContext } from './json-ld-context.ts';
import { renderLlmsText } from './llms-text.ts';
import { renderReviewsJson } from './reviews-json.ts';

/*
 * The published data files. Each is a pure function of the dataset and of the insights' notes on
 * it: equal datasets give equal bytes, without a clock. catalog.ts lists them all with their
 * addresses; each other file here renders one of them or a group: reviews.json, its JSON-LD
 * context, files by which agents discover the service, llms.txt; feeds/ the two feeds, and all
 * other documents of a feed. encode-variants.ts makes the compressed variants that a release has.
 */

/** Renders one artifact. Equal datasets give equal bytes. */
export function renderArtifact(path: ArtifactPath, dataset: Dataset, noter?: Noter): Uint8Array {
  return RENDERERS[path](dataset, noter);
}

type Render = (dataset: Dataset, noter?: Noter) => Uint8Array;

const RENDERERS: Readonly<Record<ArtifactPath, Render>> = {
  '/reviews.json': (dataset) => renderReviewsJson(dataset),
  '/context.jsonld': renderJsonLdContext,
  '/insights.json': renderInsightsJson,
  '/api/feed.json': renderJsonFeed,
  '/feed.xml': renderAtomFeed,
  '/.well-known/openapi.json': renderOpenApi,
  '/openapi.json': renderOpenApi,
  [SERVER_CARD_PATH]: renderServerCard,
  '/.well-known/ai-catalog.json': renderAiCatalog,
  '/mcp/server.json': renderRegistryEntry,
  '/llms.txt': renderLlmsText,
};

/** Renders insights.json, readable by people as well. */
export function renderInsightsJson(dataset: Dataset, noter?: Noter): Uint8Array<ArrayBuffer> {
  return Buffer.from(`${JSON.stringify(deriveInsights(dataset, noter), null, 2)}\n`);
}
