import type { Content } from '#dataset/content.ts';
import { Datasets, type EditedDataset } from '#dataset/dataset.ts';
import type { ListEdit, Placed } from '#dataset/list-edit.ts';
import type { StoredReview } from '#dataset/stored-review.ts';

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
