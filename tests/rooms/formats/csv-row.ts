import type { Review } from '#dataset/review.ts';
import { PLAIN_COLUMNS } from '#formats/review-columns.ts';

/** A row of reviews.csv, its lists taken apart. */
export type Row = Readonly<Record<string, string | string[]>>;

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

/** What a reader of CSV read, as it was before it was written. */
export function readRow(cells: Readonly<Record<string, string>>): Row {
  return Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => {
      const text = cellText(cell);
      return [name, LISTS.has(name) ? itemsOf(text) : text];
    }),
  );
}

/** What has to stand in the row of a review, of which two aspects are known. */
export function rowOf(review: Review): Row {
  const { reviewRating, verification, sentiment, ownerReply, publisher } = review;
  return {
    id: review.id,
    url: review.url,
    author: review.author.name,
    datePublished: review.datePublished,
    dateCreated: review.dateCreated ?? '',
    dateModified: review.dateModified ?? '',
    ratingValue: String(reviewRating.ratingValue),
    name: review.name ?? '',
    reviewBody: review.reviewBody,
    inLanguage: review.inLanguage,
    publisher: publisher.name,
    isBasedOn: review.isBasedOn ?? '',
    verificationMethod: verification.method,
    verificationDate: verification.date,
    mentionedTechnicians: review.mentionedTechnicians,
    mentionedTechnicianIds: review.mentionedTechnicianIds,
    mentionedServices: review.mentionedServices,
    mentionedServiceAreas: review.mentionedServiceAreas,
    sentiment: sentiment?.label ?? '',
    relationship: review.relationship ?? '',
    ownerReply: ownerReply?.text ?? '',
    ownerReplyDatePublished: ownerReply?.datePublished ?? '',
    ownerReplyDateModified: ownerReply?.dateModified ?? '',
    aspect_price: saidOf(review, 'price'),
    aspect_first_contact: saidOf(review, 'first-contact'),
  };
}

function saidOf({ aspects = [] }: Review, aspect: string): string {
  const own = aspects.filter(({ id, about }) => id === aspect && about === 'business');
  const said = new Set(own.map(({ sentiment }) => sentiment));
  if (said.has('mixed') || (said.has('positive') && said.has('negative'))) return 'mixed';
  if (said.has('positive')) return 'positive';
  return said.has('negative') ? 'negative' : said.size > 0 ? 'neutral' : '';
}
