import { StatsQuery } from '#search/question/stats-query.ts';
import { SEARCH_BUSY } from '#search/run-search.ts';
import { countReviews, ReviewStats } from '#search/stats.ts';
import { defineTool } from '../tool.ts';

export const getReviewStats = defineTool({
  name: 'get_review_stats',
  title: 'Count and average reviews',
  description:
    'Counts reviews and averages their stars, by rating, year, quarter, month, technician, service, service area, aspect, sentiment, source, language or reply, with the same filters as search_reviews. The tool for "How many ...?", "Is it getting better or worse?", "What is criticized most?" and "Who has the best reviews since ...?", without fetching any review. A review may mention two technicians, services or aspects and is then counted with both, so that those counts may overlap and need not add up to `total`.',
  Input: StatsQuery,
  Output: ReviewStats,
  answer: async (query, source) => {
    const stats = await countReviews(query, source);
    if (stats === 'busy') return { ok: false, message: SEARCH_BUSY };
    return { ok: true, json: JSON.stringify(stats) };
  },
});
