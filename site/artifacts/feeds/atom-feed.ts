import { Feed, type Item } from 'feed';
import type { Dataset } from '#dataset/dataset.ts';
import { languageOf } from '#dataset/published-reviews.ts';
import type { Review } from '#dataset/review.ts';
import { createStartOf } from '#dataset/zoned-day.ts';
import { stripForXml } from '../markup.ts';
import { amendAtom, deletedEntry, emptyElement } from './amend-atom.ts';
import {
  asHtml,
  htmlOf,
  idOfEntry,
  modifiedAt,
  publishedAt,
  subjectsOf,
  titleOf,
} from './feed-entry.ts';
import {
  descriptionOf,
  FEED_RELATIONS,
  type FeedPage,
  newestReviews,
  titleOfFeed,
} from './feed-page.ts';

/** Renders feed.xml. */
export function renderAtomFeed(dataset: Dataset): Uint8Array<ArrayBuffer> {
  return renderAtom(newestReviews(dataset));
}

/**
 * Renders a document of a feed as Atom (RFC 4287), with tombstones (RFC 6721), and links to the
 * documents that continue it (RFC 5005).
 */
export function renderAtom(page: FeedPage): Uint8Array<ArrayBuffer> {
  const { baseUrl, business, feedAuthority, self, hub, links, removed = [] } = page;
  const startOf = createStartOf(business.timeZone);
  const entries = page.reviews.map((review) => {
    const published = publishedAt(review, startOf);
    return { review, published, updated: modifiedAt(review, startOf) ?? published };
  });
  // A feed without any change also needs a date (RFC 4287 §4.2.15).
  const changed = startOf(page.dateModified ?? '1970-01-01');
  const updated = newestTime([changed, ...entries.map((entry) => entry.updated)]);
  const feed = new Feed({
    id: asElement(`tag:${feedAuthority}:${page.id}`),
    title: asElement(titleOfFeed(page)),
    description: asElement(descriptionOf(page)),
    link: baseUrl + page.page,
    updated: new Date(updated),
    feedLinks: { atom: baseUrl + self.atom },
    ...(hub && { hub }),
    author: { name: asElement(business.name), link: business.url },
    generator: false,
    ...(business.logo && { image: asElement(business.logo) }),
  });
  for (const { review, updated } of entries) feed.addItem(itemOf(review, updated, page));
  const related = FEED_RELATIONS.flatMap((rel) => {
    const { atom } = links[rel] ?? {};
    return atom === undefined ? [] : [emptyElement('link', { rel, href: baseUrl + atom })];
  });
  const amended = amendAtom(feed.atom1(), {
    language: languageOf(business),
    updated,
    namespaces: {
      ...(removed.length > 0 && { at: 'http://purl.org/atompub/tombstones/1.0' }),
      ...(page.isArchive && { fh: 'http://purl.org/syndication/history/1.0' }),
    },
    behindSelf: [...related, ...(page.isArchive ? [emptyElement('fh:archive')] : [])],
    atEnd: removed.map(({ id, dateRemoved, reason }) =>
      deletedEntry(idOfEntry(feedAuthority, id), startOf(dateRemoved), reason),
    ),
    entries: entries.map((entry) => ({ ...entry, language: entry.review.inLanguage })),
  });
  return Buffer.from(`${amended}\n`);
}

/** Returns the latest of some times, whatever their offsets. */
function newestTime(times: readonly string[]): string {
  return times.reduce((newest, time) => (Date.parse(time) > Date.parse(newest) ? time : newest));
}

function itemOf(review: Review, updated: string, { business, feedAuthority }: FeedPage): Item {
  const { ratingValue: stars } = review.reviewRating;
  return {
    id: idOfEntry(feedAuthority, review.id),
    // `feed` declares it as HTML.
    title: asHtml(titleOf(review)),
    link: review.url,
    date: new Date(updated),
    author: [{ name: asElement(review.author.name) }],
    category: [...subjectsOf(review), `rating-${stars}`].map((term) => ({ term })),
    content: htmlOf(review, business.name),
  };
}

/** The text of an element. `feed` escapes it, except that it takes `&amp;` for an escaped `&`. */
function asElement(text: string): string {
  return stripForXml(text).replaceAll('&', '&amp;');
}
