import type { Review } from '#dataset/review.ts';
import type { AspectInsight } from '#insights/insights-document.ts';
import type { Site } from '../site.ts';

/** A question to the interface, ready to be followed. */
export type Example = { readonly path: string; readonly title: string };

type Named = { readonly id: string; readonly name: string; readonly reviewCount: number };
type Entities = { readonly [kind in 'technicians' | 'services']: readonly Named[] };
type Insights = {
  readonly aspects: readonly Pick<AspectInsight, 'id' | 'name' | 'negativeReviewCount'>[];
  readonly entities: Entities;
};

/** About how many of the newest reviews the example of `since` fetches. */
export const RECENT = 5;

/** Questions that the search and since answer, made from the published reviews. */
export function exampleQuestions(
  { aspects, entities }: Insights,
  newest: readonly Pick<Review, 'datePublished'>[],
  { t, formats }: Pick<Site, 't' | 'formats'>,
): Example[] {
  const criticized = aspects.find(({ negativeReviewCount }) => negativeReviewCount > 0);
  const service = firstMentioned(entities.services);
  const technician = firstMentioned(entities.technicians);
  const recent = newest[Math.min(RECENT, newest.length) - 1];
  const examples = [
    criticized && {
      path: `/api/reviews/search?aspect=${criticized.id}&sentiment=negative`,
      title: t('feeds.examples.aspect', { name: formats.name(criticized.name) }),
    },
    service && {
      path: `/api/reviews/search?mentions_service=${service.id}&min_rating=4`,
      title: t('feeds.examples.service', { name: formats.name(service.name) }),
    },
    technician && {
      path: `/api/reviews/search?mentions_technician=${technician.id}`,
      title: t('feeds.examples.technician', { name: formats.name(technician.name) }),
    },
    recent && {
      path: `/api/reviews/since/${recent.datePublished}`,
      title: t('feeds.examples.since', { date: formats.date(recent.datePublished) }),
    },
  ];
  return examples.flatMap((example) => example || []);
}

/** Questions that people may put to an agent, made from the published reviews. */
export function agentQuestions(
  business: string,
  { technicians, services }: Entities,
  { t, formats }: Pick<Site, 't' | 'formats'>,
): string[] {
  const service = firstMentioned(services);
  const technician = firstMentioned(technicians);
  return [
    t('agents.ask.sides', { business: formats.name(business) }),
    ...(technician ? [t('agents.ask.person', { name: formats.name(technician.name) })] : []),
    ...(service ? [t('agents.ask.service', { name: formats.name(service.name) })] : []),
    t('agents.ask.critical'),
    t('agents.ask.quarters'),
  ];
}

function firstMentioned(entities: readonly Named[]): Named | undefined {
  return entities.find(({ reviewCount }) => reviewCount > 0);
}
