import type { Review } from '#dataset/review.ts';
import { PLAIN_COLUMNS } from '#formats/review-columns.ts';
import { rebuildReview, type TypedRow } from './rebuild-review.ts';

const LISTS = new Set(PLAIN_COLUMNS.filter(({ type }) => type === 'list').map(({ name }) => name));

/** What a cell was before it was kept from being a formula: one apostrophe at its start is taken off. */
export function cellText(cell: string): string {
  return cell.startsWith("'") ? cell.slice(1) : cell;
}

/** The items of a list, of the text of its cell. No item is empty. */
export function itemsOf(text: string): string[] {
  const items = text.match(/(?:\\[\\;]|[^\\;])+/g) ?? [];
  return items.map((item) => item.replaceAll(/\\([\\;])/g, '$1'));
}

/** A row of reviews.csv as a reader of CSV gives it, with the values of its columns. */
export function readRow(cells: Readonly<Record<string, string>>): TypedRow {
  return Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => {
      const text = cellText(cell);
      if (LISTS.has(name)) return [name, itemsOf(text)];
      return [name, text === '' && name !== 'reviewBody' ? undefined : text];
    }),
  );
}

/** The record that such a row was made of, as far as CSV holds it: without scores and clauses. */
export function rebuildFromCsv(row: TypedRow): Review {
  const ratingValue = Number(row.ratingValue);
  const typed = { ...row, ratingValue, dateCreatedText: row.dateCreated, sentimentScore: 0 };
  return rebuildReview(typed);
}

/** As much of a review as CSV holds. */
export function heldInCsv({ aspects: _, people: __, sentiment, ...review }: Review): Review {
  return { ...review, ...(sentiment && { sentiment: { ...sentiment, score: 0 } }) };
}
