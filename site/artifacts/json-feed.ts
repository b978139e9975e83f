import { z } from 'zod';
import type { Dataset } from '#dataset/dataset.ts';
import { OwnerReply, type Review } from '#dataset/review.ts';
import { HttpUrl, LanguageTag } from '#dataset/schema/scalars.ts';
import { RemovedReview } from '#search/since.ts';
import { HUB_PATH } from './catalog.ts';
import {
  FEED_SIZE,
  htmlOf,
  modifiedAt,
  publishedAt,
  subjectsOf,
  textOf,
  titleOf,
} from './feed-entry.ts';

const Author = z.strictObject({ name: z.string(), url: HttpUrl.optional() });
const DateTime = z.iso.datetime({ offset: true });

const FeedItem = z
  .strictObject({
    id: HttpUrl,
    url: HttpUrl,
    external_url: HttpUrl.optional().describe('The review at its source.'),
    title: z.string(),
    content_text: z.string().describe('The review alone.'),
    content_html: z
      .string()
      .optional()
      .describe('Where the business replied: the review, and the reply below it.'),
    date_published: DateTime,
    date_modified: DateTime.optional(),
    authors: z.array(Author),
    language: LanguageTag,
    tags: z
      .array(z.string())
      .optional()
      .describe('Ids of the services and aspects of the business that it is about.'),
    _review: z.strictObject({
      about: HttpUrl,
      ratingValue: z.number(),
      bestRating: z.literal(5),
      technicians: z.array(z.string()),
      services: z.array(z.string()),
      publisher: z.string(),
      verification: z.string(),
      ownerReply: OwnerReply.optional(),
    }),
  })
  .meta({ id: 'FeedItem' });

/** A JSON Feed 1.1 document (https://www.jsonfeed.org/version/1.1/) of the newest reviews. */
export const FeedDocument = z
  .strictObject({
    version: z.literal('https://jsonfeed.org/version/1.1'),
    title: z.string(),
    home_page_url: HttpUrl,
    feed_url: HttpUrl,
    description: z.string(),
    icon: HttpUrl.optional(),
    language: LanguageTag,
    authors: z.array(Author),
    hubs: z.array(z.strictObject({ type: z.literal('WebSub'), url: HttpUrl })),
    _removed: z.array(RemovedReview).describe('Every review that was taken down.'),
    items: z.array(FeedItem).max(FEED_SIZE),
  })
  .meta({ id: 'FeedDocument' });
export type FeedDocument = z.infer<typeof FeedDocument>;

/** Renders api/feed.json. */
export function renderJsonFeed(dataset: Dataset): Uint8Array<ArrayBuffer> {
  return Buffer.from(`${JSON.stringify(feedOf(dataset), null, 2)}\n`);
}

function feedOf({ baseUrl, business, language, reviews, removed }: Dataset): FeedDocument {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: `Reviews of ${business.name}`,
    home_page_url: `${baseUrl}/`,
    feed_url: `${baseUrl}/api/feed.json`,
    description: [business.description, business.disclaimer].filter(Boolean).join(' '),
    ...(business.logo && { icon: business.logo }),
    language,
    authors: [{ name: business.name, url: business.url }],
    hubs: [{ type: 'WebSub', url: `${baseUrl}${HUB_PATH}` }],
    _removed: [...removed],
    items: reviews.slice(0, FEED_SIZE).map((review) => itemOf(review, baseUrl, business.name)),
  };
}

function itemOf(review: Review, baseUrl: string, business: string): FeedDocument['items'][number] {
  const modified = modifiedAt(review);
  const tags = subjectsOf(review);
  const { ownerReply } = review;
  return {
    id: review.url,
    url: review.url,
    ...(review.isBasedOn && { external_url: review.isBasedOn }),
    title: titleOf(review),
    content_text: textOf(review),
    ...(ownerReply && { content_html: htmlOf(review, business) }),
    date_published: publishedAt(review),
    ...(modified && { date_modified: modified }),
    authors: [{ name: review.author.name }],
    language: review.inLanguage,
    ...(tags.length > 0 && { tags }),
    _review: {
      about: `${baseUrl}/openapi.json`,
      ratingValue: review.reviewRating.ratingValue,
      bestRating: 5,
      technicians: review.mentionedTechnicians,
      services: review.mentionedServices,
      publisher: review.publisher.name,
      verification: review.verification.method,
      ...(ownerReply && { ownerReply }),
    },
  };
}
