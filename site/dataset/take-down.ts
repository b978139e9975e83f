import { citedIn, citeOnly } from './cite-published.ts';
import { type ContentProblem, WHOLE_FOLDER } from './content-problem.ts';
import { type Dataset, newestChange, publishRemovals } from './dataset.ts';
import { parseRemovalsFile } from './parse-named-file.ts';
import { PublishedTally } from './published-tally.ts';
import type { ContentFile } from './read-content.ts';
import type { StoredRemoval } from './stored-editorial.ts';

const REMOVALS = 'removed.yaml';

/**
 * What a dataset is without the reviews that removals name, and without claims that rest on them
 * alone: a removal is urgent and goes out even while other files are broken. `removals` is all that
 * removed.yaml says. Reviews that stay are the same objects.
 */
export function takeDown(dataset: Dataset, removals: readonly StoredRemoval[]): Dataset {
  const ids = new Set(removals.map(({ id }) => id));
  const reviews = dataset.reviews.filter(({ id }) => !ids.has(id));
  const tally = new PublishedTally();
  for (const review of reviews) tally.add(review);

  const { reviewsPending, reviewsWithheld, withheldByReason } = dataset.collection;
  const claims = citeOnly(citedIn(dataset).difference(ids), dataset);
  const removed = publishRemovals(removals);
  const { dateLastWithheld } = dataset;
  return {
    ...dataset,
    ...claims,
    reviews,
    removed,
    collection: {
      reviewsReceived: reviews.length + reviewsPending + reviewsWithheld + removals.length,
      reviewsPublished: reviews.length,
      reviewsPending,
      reviewsWithheld,
      withheldByReason,
      reviewsRemoved: removals.length,
    },
    aggregateRating: tally.aggregateRating(),
    dateModified: newestChange({ ...claims, removed, dateLastWithheld }, tally),
  };
}

/**
 * What removed.yaml says by itself; nothing where it is missing. Undefined where it cannot be read
 * (which the problems of reading tell) or parsed as a whole.
 */
export function parseRemovals(
  files: readonly ContentFile[],
  problems: readonly ContentProblem[] = [],
): readonly StoredRemoval[] | undefined {
  const found = files.find(({ path }) => path === REMOVALS);
  if (found) return parseRemovalsFile(found).located?.value;
  const isUnread = problems.some(({ file }) => file === REMOVALS || file === WHOLE_FOLDER);
  return isUnread ? undefined : [];
}
