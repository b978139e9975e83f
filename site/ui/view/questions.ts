import type { Review } from '#dataset/review.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';

/** A question to the interface, ready to be followed. */
export type Example = { readonly path: string; readonly title: string };

type Entities = {
  readonly [kind in 'technicians' | 'services']: readonly Pick<
    InsightsDocument['entities'][kind][number],
    'id' | 'name' | 'reviewCount'
  >[];
};

/** About how many of the newest reviews the example of `since` fetches. */
const RECENT = 5;

/** Questions that the search and since answer, made from what is published. */
export function exampleQuestions(
  { technicians, services }: Entities,
  newest: readonly Pick<Review, 'datePublished'>[],
): Example[] {
  const service = firstMentioned(services);
  const technician = firstMentioned(technicians);
  const recent = newest[Math.min(RECENT, newest.length) - 1];
  const examples = [
    {
      path: '/api/reviews/search?query=called&limit=5',
      title: 'Up to five reviews whose text holds “called”',
    },
    service && {
      path: `/api/reviews/search?mentions_service=${service.id}&min_rating=4`,
      title: `Four stars and more that mention “${service.name}”`,
    },
    technician && {
      path: `/api/reviews/search?mentions_technician=${technician.id}`,
      title: `Reviews that mention ${technician.name}`,
    },
    recent && {
      path: `/api/reviews/since/${recent.datePublished}`,
      title: `All reviews since ${recent.datePublished}, and those removed since`,
    },
  ];
  return examples.filter((example) => example !== undefined);
}

/** Questions that people may put to an agent, made from what is published. */
export function agentQuestions(business: string, { technicians, services }: Entities): string[] {
  const service = firstMentioned(services);
  const technician = firstMentioned(technicians);
  return [
    `What do clients of ${business} praise, and what do they criticise?`,
    ...(technician ? [`How do reviews that mention ${technician.name} rate, year by year?`] : []),
    ...(service ? [`Quote three reviews on “${service.name}”, with date and link.`] : []),
    'Which reviews have two stars or fewer, and how did the business reply?',
    'How many reviews came in each quarter, and how has their average rating changed?',
  ];
}

function firstMentioned<Entity extends { readonly reviewCount: number }>(
  entities: readonly Entity[],
): Entity | undefined {
  return entities.find(({ reviewCount }) => reviewCount > 0);
}
