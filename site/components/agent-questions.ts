import type { Dataset } from '#dataset/dataset.ts';

/** Questions that people may put to an agent, made from what this dataset holds. */
export function agentQuestions({
  business,
  services,
  technicians,
  reviews,
}: Pick<Dataset, 'business' | 'services' | 'technicians' | 'reviews'>): string[] {
  const service = services.find(({ id }) =>
    reviews.some(({ mentionedServices }) => mentionedServices.includes(id)),
  );
  const technician = technicians.find(({ name }) =>
    reviews.some(({ mentionedTechnicians }) => mentionedTechnicians.includes(name)),
  );
  return [
    `What do clients of ${business.name} praise, and what do they criticise?`,
    ...(technician ? [`How do reviews that mention ${technician.name} rate, year by year?`] : []),
    ...(service ? [`Quote three reviews on “${service.name}”, with date and link.`] : []),
    'Which reviews have two stars or fewer, and how did the business reply?',
    'How many reviews came in each quarter, and how has their average rating changed?',
  ];
}
