import { newestOf, type Review } from '#dataset/review.ts';
import { escapeMarkup, stripForXml } from './markup.ts';

/** The number of newest reviews in both feeds (specification §8). */
export const FEED_SIZE = 50;

/** The title of a review in a feed: `5/5 - Jane D.: Kept me informed`. */
export function titleOf({ reviewRating, author, name }: Review): string {
  const title = `${reviewRating.ratingValue}/${reviewRating.bestRating} - ${author.name}`;
  return name === undefined ? title : `${title}: ${name}`;
}

/** The text of a review, or a remark if it is only a rating. */
export function textOf({ reviewBody }: Review): string {
  return reviewBody === '' ? '(rating only)' : reviewBody;
}

/** What to filter a review by: services and aspects of the business, not the conduct of others. */
export function subjectsOf({ mentionedServices, aspects = [] }: Review): string[] {
  const ofBusiness = aspects.filter(({ about }) => about === 'business').map(({ id }) => id);
  return [...new Set([...mentionedServices, ...ofBusiness])];
}

/** A date as RFC 3339 date-time at noon UTC: the same calendar day from UTC-12 to UTC+11. */
export function noonOf(date: string): string {
  return `${date}T12:00:00Z`;
}

/** When a review was written: the exact time if the source knows it, else noon of its date. */
export function publishedAt({ dateCreated, datePublished }: Review): string {
  return dateCreated ?? noonOf(datePublished);
}

/**
 * When its entry last changed: its author changed it, or the owner wrote or changed a reply. Not before
 * the review was written; undefined if never.
 */
export function modifiedAt(review: Review): string | undefined {
  const { dateModified = '', ownerReply } = review;
  const replied = ownerReply?.dateModified ?? ownerReply?.datePublished ?? '';
  const newest = newestOf([dateModified, replied]);
  if (newest === '') return undefined;
  const published = publishedAt(review);
  const modified = noonOf(newest);
  return Date.parse(modified) < Date.parse(published) ? published : modified;
}

/**
 * A review as HTML, with the reply of the business below it, so that a follower sees why an entry is new
 * again. It is valid in XML.
 */
export function htmlOf(review: Review, business: string): string {
  const { ownerReply } = review;
  const text = paragraphsOf(textOf(review));
  if (!ownerReply) return text;
  const { datePublished, dateModified } = ownerReply;
  const changed = dateModified === undefined ? '' : `, changed ${dateModified}`;
  const heading = asHtml(`Reply from ${business}, ${datePublished}${changed}:`);
  return `${text}<hr><p><strong>${heading}</strong></p>${paragraphsOf(ownerReply.text)}`;
}

function paragraphsOf(text: string): string {
  const paragraphs = text.split(/\n{2,}/);
  return paragraphs.map((one) => `<p>${asHtml(one).replaceAll('\n', '<br>')}</p>`).join('');
}

/** Text as HTML, without what XML forbids. */
export function asHtml(text: string): string {
  return escapeMarkup(stripForXml(text));
}
