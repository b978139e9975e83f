import { newestOf, type Review } from '#dataset/review.ts';
import type { StartOf } from '#dataset/zoned-day.ts';
import { escapeMarkup, stripForXml } from '../markup.ts';

/** The title of a review in a feed: `5/5 - Jane D.: Kept me informed`. */
export function titleOf({ reviewRating, author, name }: Review): string {
  const title = `${reviewRating.ratingValue}/${reviewRating.bestRating} - ${author.name}`;
  return name === undefined ? title : `${title}: ${name}`;
}

/** The text of a review, or a remark if it is only a rating. */
export function textOf({ reviewBody }: Review): string {
  return reviewBody === '' ? '(rating only)' : reviewBody;
}

/** The categories of a review: services, and aspects of the business but not of third parties. */
export function subjectsOf({ mentionedServices, aspects = [] }: Review): string[] {
  const ofBusiness = aspects.filter(({ about }) => about === 'business').map(({ id }) => id);
  return [...new Set([...mentionedServices, ...ofBusiness])];
}

/** The id of a review in every feed, as a tag URI (RFC 4151): it depends on no address. */
export function idOfEntry(feedAuthority: string, reviewId: string): string {
  return `tag:${feedAuthority}:review:${reviewId}`;
}

/** The time of writing of a review if the source has it, else the start of its day. */
export function publishedAt({ dateCreated, datePublished }: Review, startOf: StartOf): string {
  return dateCreated ?? startOf(datePublished);
}

/**
 * The last change of an entry, as far as the day is known: its author changed it, or the owner
 * wrote or changed a reply. Not before the review was written; undefined if never.
 */
export function modifiedAt(review: Review, startOf: StartOf): string | undefined {
  const { dateModified = '', ownerReply } = review;
  const replied = ownerReply?.dateModified ?? ownerReply?.datePublished ?? '';
  const newest = newestOf([dateModified, replied]);
  if (newest === '') return undefined;
  const published = publishedAt(review, startOf);
  const modified = startOf(newest);
  return Date.parse(modified) < Date.parse(published) ? published : modified;
}

/**
 * Renders a review as HTML, with the reply of the business below it, so that a follower sees why an
 * entry is new again. It is valid in XML.
 */
export function htmlOf(review: Review, business: string): string {
  const { ownerReply } = review;
  const text = paragraphsOf(textOf(review));
  if (!ownerReply) return text;
  const { datePublished, dateModified } = ownerReply;
  const dated = datePublished === undefined ? '' : `, ${datePublished}`;
  const changed = dateModified === undefined ? '' : `, changed ${dateModified}`;
  const heading = asHtml(`Reply from ${business}${dated}${changed}:`);
  return `${text}<hr><p><strong>${heading}</strong></p>${paragraphsOf(ownerReply.text)}`;
}

function paragraphsOf(text: string): string {
  const paragraphs = text.split(/\n{2,}/);
  return paragraphs.map((one) => `<p>${asHtml(one).replaceAll('\n', '<br>')}</p>`).join('');
}

/** Returns text as HTML, without characters that XML forbids. */
export function asHtml(text: string): string {
  return escapeMarkup(stripForXml(text));
}
