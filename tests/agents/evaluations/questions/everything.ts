import { ReviewsDocument } from '#artifacts/reviews-json.ts';
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
    tokens: 6_000,
  },
  {
    question: 'Skim all reviews.',
    ask: (agent) => walk(agent, { limit: 100 }),
    right: ({ reviews }) => idsOf(reviews),
    tokens: 17_500,
  },
  {
    question: 'Give me all reviews as a table.',
    ask: async ({ search_reviews, download }) => {
      const { hints } = await search_reviews({ limit: 1 });
      const [address = ''] = /http\S+\.csv/.exec(hints.join(' ')) ?? [];
      return (await download(address)).startsWith('id,');
    },
    right: () => true,
    tokens: 250,
  },
  {
    question: 'Give me every field of all reviews.',
    ask: async ({ search_reviews, download }) => {
      const { hints } = await search_reviews({ limit: 1 });
      const [address = ''] = /http\S+\.json/.exec(hints.join(' ')) ?? [];
      return idsOf(ReviewsDocument.parse(JSON.parse(await download(address))).reviews);
    },
    right: ({ reviews }) => idsOf(reviews),
    tokens: 500,
  },
];
