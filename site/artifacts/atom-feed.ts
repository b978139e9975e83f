import { Feed, type Item } from 'feed';
import type { Dataset } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import { HUB_PATH } from './catalog.ts';
import {
  asHtml,
  FEED_SIZE,
  htmlOf,
  modifiedAt,
  noonOf,
  publishedAt,
  subjectsOf,
  titleOf,
} from './feed-entry.ts';
import { stripForXml } from './markup.ts';

/** Renders feed.xml: an Atom feed (RFC 4287) of the newest reviews, with links to itself and the hub. */
export function renderAtomFeed(dataset: Dataset): Uint8Array<ArrayBuffer> {
  const { baseUrl, business, feedAuthority, reviews, dateModified } = dataset;
  const items = reviews.slice(0, FEED_SIZE).map((review) => entryOf(review, dataset));
  const feed = new Feed({
    id: `tag:${feedAuthority}:reviews`,
    title: asElement(`Reviews of ${business.name}`),
    description: asElement([business.description, business.disclaimer].filter(Boolean).join(' ')),
    link: `${baseUrl}/`,
    updated: newestDate(dateModified, items),
    feedLinks: { atom: `${baseUrl}/feed.xml` },
    hub: `${baseUrl}${HUB_PATH}`,
    author: { name: asElement(business.name), link: business.url },
    generator: false,
    ...(business.logo && { image: asElement(business.logo) }),
  });
  for (const item of items) feed.addItem(item);
  return Buffer.from(`${feed.atom1()}\n`);
}

/** The newest change of the content, but not before any entry, which may have an exact time. */
function newestDate(dateModified: string | null, items: readonly Item[]): Date {
  // An empty feed has no change, but Atom requires a date (RFC 4287 §4.2.15).
  const noon = Date.parse(noonOf(dateModified ?? '1970-01-01'));
  return new Date(Math.max(noon, ...items.map(({ date }) => date.getTime())));
}

function entryOf(review: Review, { business, feedAuthority }: Dataset): Item {
  return {
    id: `tag:${feedAuthority}:review:${review.id}`,
    // `feed` declares it as HTML.
    title: asHtml(titleOf(review)),
    link: review.url,
    published: new Date(publishedAt(review)),
    date: new Date(modifiedAt(review) ?? publishedAt(review)),
    author: [{ name: asElement(review.author.name) }],
    category: categoriesOf(review).map((term) => ({ term })),
    content: htmlOf(review, business.name),
  };
}

function categoriesOf(review: Review): string[] {
  return [...subjectsOf(review), `rating-${review.reviewRating.ratingValue}`];
}

/** Text of an element. `feed` escapes it, except that it takes `&amp;` for an escaped `&`. */
function asElement(text: string): string {
  return stripForXml(text).replaceAll('&', '&amp;');
}
