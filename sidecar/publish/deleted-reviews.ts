import type { Content } from '#dataset/content.ts';
import type { Dataset } from '#dataset/dataset.ts';

/** The log tells so many ids. */
const MAX_TOLD = 20;

/** What is published now, and the content that says so. */
type Published = {
  readonly dataset: Pick<Dataset, 'reviews' | 'removed'>;
  readonly content: Pick<Content, 'reviews'>;
};

/**
 * Which of some reviews that were published are in no file any more, and not in removed.yaml either:
 * whoever mirrors the data never learns that they are gone.
 */
export function findDeleted(
  gone: readonly string[],
  { dataset, content }: Published,
): readonly string[] {
  if (gone.length === 0) return [];
  // Looked for in the long lists, of which a set would take longer to make than all the rest.
  const deleted = new Set(gone);
  for (const { id } of content.reviews) deleted.delete(id);
  for (const { id } of dataset.removed) deleted.delete(id);
  return [...deleted];
}

/** Tells an operator of deleted reviews, and what to do. */
export function describeDeleted(ids: readonly string[]): string {
  const told = ids.slice(0, MAX_TOLD).join(', ');
  const rest = ids.length > MAX_TOLD ? `${told} ...` : told;
  return ids.length === 1
    ? `1 review was deleted without an entry in removed.yaml; mirrors keep it: add its id (${rest})`
    : `${ids.length} reviews were deleted without an entry in removed.yaml; mirrors keep them: add their ids (${rest})`;
}
