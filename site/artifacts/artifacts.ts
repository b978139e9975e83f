import type { Dataset, ReviewEdit } from '#dataset/dataset.ts';
import { deriveInsights, Insights } from '#insights/insights.ts';
import { ExampleKeeper, type Examples } from '#openapi/examples.ts';
import { renderOpenApi } from '#openapi/openapi.ts';
import { type ArtifactPath, SERVER_CARD_PATH } from './catalog.ts';
import { renderAiCatalog, renderRegistryEntry, renderServerCard } from './discovery.ts';
import { renderAtomFeed } from './feeds/atom-feed.ts';
import { renderJsonFeed } from './feeds/json-feed.ts';
import { renderJsonLdContext } from './json-ld-context.ts';
import { renderLlmsText } from './llms-text.ts';
import { renderReviewsJson } from './reviews-json.ts';

/*
 * The published data files. Each is a pure function of the dataset: the same dataset has the same bytes,
 * without a clock. catalog.ts lists them all with their addresses; a file here renders one of them or
 * one group: reviews.json, its JSON-LD context, what agents discover, llms.txt; feeds/ the two feeds,
 * and every other document of a feed.
 * encode-variants.ts makes the compressed variants in which a release holds them.
 */

/** Renders one artifact. Same dataset, same bytes. */
export function renderArtifact(path: ArtifactPath, dataset: Dataset): Uint8Array {
  return createRender(dataset, deriveInsights, renderOpenApi)(path);
}

type Render = (path: ArtifactPath) => Uint8Array;

/** Renders the artifacts of one dataset after another; what did not change is not derived again. */
// Apart from the catalog: what serves artifacts has no use for what renders them.
export class ArtifactRenderer {
  readonly #insights = new Insights();
  readonly #examples = new ExampleKeeper();
  /** What the description was made of. */
  #publisher = '';
  #described: Examples | undefined;
  #description: Uint8Array<ArrayBuffer> = new Uint8Array();

  /** `edit` is that of the reviews since the dataset before, of which the first has none. */
  update(dataset: Dataset, edit: ReviewEdit): Render {
    const { baseUrl, business } = dataset;
    const publisher = JSON.stringify({ baseUrl, business });
    const examples = this.#examples.update(dataset);
    if (publisher !== this.#publisher || examples !== this.#described) {
      this.#description = renderOpenApi(dataset, examples);
    }
    this.#publisher = publisher;
    this.#described = examples;
    const [insights, description] = [this.#insights.update(dataset, edit), this.#description];
    return createRender(
      dataset,
      () => insights,
      () => description,
    );
  }
}

function createRender(
  dataset: Dataset,
  derive: typeof deriveInsights,
  describe: typeof renderOpenApi,
): Render {
  const renderers: Readonly<Record<ArtifactPath, (of: Dataset) => Uint8Array>> = {
    '/reviews.json': renderReviewsJson,
    '/context.jsonld': renderJsonLdContext,
    '/insights.json': (of) => renderInsightsJson(of, derive),
    '/api/feed.json': renderJsonFeed,
    '/feed.xml': renderAtomFeed,
    '/.well-known/openapi.json': describe,
    '/openapi.json': describe,
    [SERVER_CARD_PATH]: renderServerCard,
    '/.well-known/ai-catalog.json': renderAiCatalog,
    '/mcp/server.json': renderRegistryEntry,
    '/llms.txt': renderLlmsText,
  };
  return (path) => renderers[path](dataset);
}

/** Renders insights.json, readable by people as well. `derive` may be one that remembers. */
export function renderInsightsJson(
  dataset: Dataset,
  derive = deriveInsights,
): Uint8Array<ArrayBuffer> {
  return Buffer.from(`${JSON.stringify(derive(dataset), null, 2)}\n`);
}
