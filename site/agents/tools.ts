import type { Tool } from './tool.ts';
import { getBusiness } from './tools/get-business.ts';
import { getInsights } from './tools/get-insights.ts';
import { getReview } from './tools/get-review.ts';
import { getReviewStats } from './tools/get-review-stats.ts';
import { listEntities } from './tools/list-entities.ts';
import { searchReviews } from './tools/search-reviews.ts';

/** Everything that agents can call, in the order in which it is listed. */
export const TOOLS: readonly Tool[] = [
  getBusiness,
  searchReviews,
  getReview,
  getInsights,
  listEntities,
  getReviewStats,
];
