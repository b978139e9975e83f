import type { Review } from '#dataset/review.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';
import type { Site } from './site.ts';

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
  { words, formats }: Pick<Site, 'words' | 'formats'>,
): Example[] {
  const said = words.feeds.examples;
  const service = firstMentioned(services);
  const technician = firstMentioned(technicians);
  const recent = newest[Math.min(RECENT, newest.length) - 1];
  const examples = [
    {
      path: '/api/reviews/search?query=called&limit=5',
      title: said.search('called'),
    },
    service && {
      path: `/api/reviews/search?mentions_service=${service.id}&min_rating=4`,
      title: said.service(formats.name(service.name)),
    },
    technician && {
      path: `/api/reviews/search?mentions_technician=${technician.id}`,
      title: said.technician(formats.name(technician.name)),
    },
    recent && {
      path: `/api/reviews/since/${recent.datePublished}`,
      title: said.since(formats.date(recent.datePublished)),
    },
  ];
  return examples.filter((example) => example !== undefined);
}

/** Questions that people may put to an agent, made from what is published. */
export function agentQuestions(
  business: string,
  { technicians, services }: Entities,
  { words, formats }: Pick<Site, 'words' | 'formats'>,
): string[] {
  const said = words.agents.ask;
  const service = firstMentioned(services);
  const technician = firstMentioned(technicians);
  return [
    said.sides(formats.name(business)),
    ...(technician ? [said.person(formats.name(technician.name))] : []),
    ...(service ? [said.service(formats.name(service.name))] : []),
    said.critical,
    said.quarters,
  ];
}

function firstMentioned<Entity extends { readonly reviewCount: number }>(
  entities: readonly Entity[],
): Entity | undefined {
  return entities.find(({ reviewCount }) => reviewCount > 0);
}
