import type { Agent } from '../agent.ts';
import type { Evaluation } from '../evaluation.ts';
import { idsOf } from '../records.ts';

/** All that a search finds, page by page. */
async function walk({ search_reviews }: Agent, asked: Readonly<Record<string, unknown>>) {
  const found: string[] = [];
  let page = await search_reviews(asked);
  found.push(...idsOf(page.reviews));
  while (page.next !== undefined) {
    page = await search_reviews({ ...asked, after: page.next });
    found.push(...idsOf(page.reviews));
  }
  return found;
}

/** Questions for more than one answer holds. */
export const EVERYTHING: readonly Evaluation[] = [
  {
    question: 'Read everything that the firm replied to.',
    ask: (agent) => walk(agent, { has_reply: true, limit: 15 }),
    right: ({ reviews }) => idsOf(reviews.filter(({ ownerReply }) => ownerReply !== undefined)),
    tokens: 6_500,
  },
  {
    question: 'Skim all reviews.',
    ask: (agent) => walk(agent, { limit: 100 }),
    right: ({ reviews }) => idsOf(reviews),
    tokens: 26_000,
  },
  {
    question: 'Give me all reviews as a table.',
    ask: async ({ search_reviews }) => {
      const { links } = await search_reviews({ limit: 1 });
      return links.map((link) => new URL(link).pathname).sort();
    },
    right: () => ['/reviews.csv', '/reviews.json'],
    tokens: 350,
  },
];
