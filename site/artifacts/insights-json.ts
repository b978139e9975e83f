import type { Dataset } from '#dataset/dataset.ts';
import { deriveInsights } from '#insights/insights.ts';

/** Renders insights.json, readable by people as well. `derive` may be one that remembers. */
export function renderInsightsJson(
  dataset: Dataset,
  derive = deriveInsights,
): Uint8Array<ArrayBuffer> {
  return Buffer.from(`${JSON.stringify(derive(dataset), null, 2)}\n`);
}
