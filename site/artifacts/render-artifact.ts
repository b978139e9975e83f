import type { Dataset } from '#dataset/dataset.ts';
import { createLatest } from '#dataset/latest.ts';
import { createInsightsMaker } from '#insights/insights.ts';
import { renderOpenApi } from '#openapi/openapi.ts';
import { renderAtomFeed } from './atom-feed.ts';
import type { ArtifactPath } from './catalog.ts';
import { renderAiCatalog, renderRegistryEntry, renderServerCard } from './discovery.ts';
import { renderInsightsJson } from './insights-json.ts';
import { renderJsonFeed } from './json-feed.ts';
import { renderLlmsText } from './llms-text.ts';
import { renderReviewsJson } from './reviews-json.ts';

type Render = (dataset: Dataset) => Uint8Array;

/** Renders one artifact. Same dataset, same bytes. */
export function renderArtifact(path: ArtifactPath, dataset: Dataset): Uint8Array {
  return createArtifactRenderer()(path, dataset);
}

/** Renders the artifacts of one dataset after another; what did not change is not derived anew. */
// Apart from the catalog, since whoever serves artifacts has no use for what renders them.
export function createArtifactRenderer(): typeof renderArtifact {
  const deriveInsights = createInsightsMaker();
  const latestDescription = createLatest<string, Uint8Array>();
  const describe: Render = (dataset) => {
    const { baseUrl, business } = dataset;
    return latestDescription(JSON.stringify({ baseUrl, business }), () => renderOpenApi(dataset));
  };
  const renderers: Readonly<Record<ArtifactPath, Render>> = {
    '/reviews.json': renderReviewsJson,
    '/insights.json': (dataset) => renderInsightsJson(dataset, deriveInsights),
    '/api/feed.json': renderJsonFeed,
    '/feed.xml': renderAtomFeed,
    '/.well-known/openapi.json': describe,
    '/openapi.json': describe,
    '/mcp/server-card': renderServerCard,
    '/.well-known/mcp/server-card.json': renderServerCard,
    '/.well-known/ai-catalog.json': renderAiCatalog,
    '/mcp/server.json': renderRegistryEntry,
    '/llms.txt': renderLlmsText,
  };
  return (path, dataset) => renderers[path](dataset);
}
