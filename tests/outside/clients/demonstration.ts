import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { ask } from '../../support/ask.ts';
import type { Lifetime } from '../../support/lifetime.ts';
import { startService } from '../../support/service.ts';

/** Starts the service with the demonstration content for all tests of a file, with what it publishes. */
export async function startDemonstration(lifetime: Lifetime) {
  const service = await startService(lifetime);
  const published = ReviewsDocument.parse((await ask(service.url, '/reviews.json')).json());
  const insights = InsightsDocument.parse((await ask(service.url, '/insights.json')).json());
  return { ...service, published, insights };
}
