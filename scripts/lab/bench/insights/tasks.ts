/** Ways to analyse all texts: ours first. The peers score each of the clauses that we cut. */
export const ANALYSES = ['Testimony', 'segmentation alone', 'VADER', 'AFINN'] as const;
export type AnalysisName = (typeof ANALYSES)[number];

/**
 * What one process measures, in the order of a round: `publish` leaves the release that `restart`
 * finds, and `plain` does what `publish` does but analyses nothing.
 */
export const TASKS = [...ANALYSES, 'publish', 'restart', 'plain'] as const;
export type TaskName = (typeof TASKS)[number];
