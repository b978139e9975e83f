import * as fc from 'fast-check';
import type { Content } from '#dataset/content.ts';
import { Datasets, type EditedDataset } from '#dataset/dataset.ts';
import type { ListEdit, Placed } from '#dataset/edits/list-edit.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { storedReview } from './reviews.ts';

/** How a list became another, found by comparing them: where items changed places, all are replaced. */
export function editBetween<Item>(before: readonly Item[], after: readonly Item[]): ListEdit<Item> {
  const [old, current] = [new Set(before), new Set(after)];
  const kept = before.filter((item) => current.has(item));
  const order = after.filter((item) => old.has(item));
  const isInOrder = kept.every((item, index) => item === order[index]);
  const isKept = (item: Item) => isInOrder && old.has(item) && current.has(item);
  const others = (items: readonly Item[]): Placed<Item>[] =>
    items.flatMap((item, position) => (isKept(item) ? [] : [{ position, item }]));
  return { removed: others(before), added: others(after) };
}

/** Follows whole lists by the edits between them. */
export function byEdits<Whole, Item, Result>(
  listOf: (whole: Whole) => readonly Item[],
  update: (whole: Whole, edit: ListEdit<Item>) => Result,
): (whole: Whole) => Result {
  let last: readonly Item[] = [];
  return (whole) => {
    const edit = editBetween(last, listOf(whole));
    last = listOf(whole);
    return update(whole, edit);
  };
}

/** Makes one dataset after another of whole contents. */
export function createDatasetMaker(
  ...options: ConstructorParameters<typeof Datasets>
): (content: Content) => EditedDataset {
  const datasets = new Datasets(...options);
  const itemsOf = (placed: readonly Placed<StoredReview>[]) => placed.map(({ item }) => item);
  return byEdits(
    ({ reviews }) => reviews,
    (content, { removed, added }) =>
      datasets.update(content, { removed: itemsOf(removed), added: itemsOf(added) }),
  );
}

/** What an editor does to one of the reviews. */
export type ReviewEdit = {
  readonly kind: 'add' | 'change' | 'date' | 'remove' | 'nothing';
  /** Which of them, whatever their number is. */
  readonly at: number;
  readonly day: number;
  readonly text: string;
};

export const arbitraryEdit: fc.Arbitrary<ReviewEdit> = fc.record({
  kind: fc.constantFrom('add', 'add', 'change', 'date', 'remove', 'nothing'),
  at: fc.nat(1000),
  day: fc.integer({ min: 1, max: 28 }),
  text: fc.string({ unit: 'grapheme', maxLength: 300 }),
});

/** The reviews after an edit; those that it did not touch stay the same objects. */
export function editReviews(
  reviews: readonly StoredReview[],
  { kind, at, day, text }: ReviewEdit,
  number: number,
): readonly StoredReview[] {
  const position = at % Math.max(reviews.length, 1);
  const datePublished = `2026-10-${String(day).padStart(2, '0')}`;
  const chosen = reviews[position];
  const replaceBy = (...others: readonly StoredReview[]) =>
    reviews.toSpliced(position, 1, ...others);
  if (kind === 'add') {
    return [...reviews, storedReview({ id: `review-${number}`, datePublished, reviewBody: text })];
  }
  if (!chosen || kind === 'nothing') return reviews;
  if (kind === 'remove') return replaceBy();
  return replaceBy({ ...chosen, ...(kind === 'date' ? { datePublished } : { reviewBody: text }) });
}
