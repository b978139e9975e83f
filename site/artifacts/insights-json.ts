import type { Dataset } from '#dataset/dataset.ts';
import { deriveInsights } from '#insights/insights.ts';

/** Renders insights.json, readable by people as well. */
export function renderInsightsJson(dataset: Dataset): Uint8Array<ArrayBuffer> {
  return Buffer.from(`${JSON.stringify(deriveInsights(dataset), null, 2)}\n`);
}
