export type Question = {
  readonly tool: string;
  readonly input: Readonly<Record<string, string | number>>;
};

/** For all of them a detailed answer has room. */
const REVIEWS_AN_ANSWER = 15;

const WORDS = 'call case from accident every they office after good lawyer'.split(' ');
const LEAST_RATINGS = [4, 3, 4.5];
/** An answer that is kept for the next who asks the same would be met rarely. */
const MAX_SEARCHES = 20;

export const BUSINESS_QUESTION: Question = { tool: 'get_business', input: {} };

/** Searches that may find enough reviews, for answers of one format. */
export function listSearches(response_format: 'concise' | 'detailed'): Question[] {
  return LEAST_RATINGS.flatMap((min_rating) =>
    WORDS.map((query) => ({
      tool: 'search_reviews',
      input: { min_rating, query, limit: REVIEWS_AN_ANSWER, response_format },
    })),
  );
}

export type Answered = Question & { readonly content: unknown };

/** Keeps the first searches that find enough for the measured size of answers; throws otherwise. */
export async function answerSearches(
  searches: readonly Question[],
  ask: (question: Question) => Promise<unknown>,
): Promise<Answered[]> {
  const answered: Answered[] = [];
  for (const question of searches) {
    const content = await ask(question);
    if (countOf(content) === REVIEWS_AN_ANSWER) answered.push({ ...question, content });
    if (answered.length === MAX_SEARCHES) return answered;
  }
  throw new Error(
    `Only ${answered.length} searches find ${REVIEWS_AN_ANSWER} reviews, and ${MAX_SEARCHES} are needed; ask for a greater size.`,
  );
}

function countOf(content: unknown): unknown {
  return typeof content === 'object' && content !== null && 'count' in content
    ? content.count
    : undefined;
}
