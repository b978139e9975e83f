import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { ask } from './ask.ts';
import type { Lifetime } from './lifetime.ts';
import { type Service, startService } from './service.ts';

/** The service as it is deployed, with the demonstration content and what it publishes. */
export type Demonstration = Service & {
  readonly published: ReviewsDocument;
  readonly insights: InsightsDocument;
};

/** Starts the service with the demonstration content for all tests of a file. */
export async function startDemonstration(lifetime: Lifetime): Promise<Demonstration> {
  const service = await startService(lifetime);
  const published = ReviewsDocument.parse((await ask(service.url, '/reviews.json')).json());
  const insights = InsightsDocument.parse((await ask(service.url, '/insights.json')).json());
  return { ...service, published, insights };
}
