import { z } from 'zod';
import type { Dataset } from '#dataset/dataset.ts';
import { languageOf } from '#dataset/published-reviews.ts';
import { OwnerReply, type Review } from '#dataset/review.ts';
import { HttpUrl, LanguageTag, ReviewId, Slug } from '#dataset/schema/scalars.ts';
import { createStartOf, type StartOf } from '#dataset/zoned-day.ts';
import { FEED_SIZE } from '#search/question/feed-question.ts';
import { RemovedReview } from '#search/since.ts';
import {
  htmlOf,
  idOfEntry,
  modifiedAt,
  publishedAt,
  subjectsOf,
  textOf,
  titleOf,
} from './feed-entry.ts';
import { descriptionOf, type FeedPage, newestReviews, titleOfFeed } from './feed-page.ts';

const Author = z.strictObject({ name: z.string(), url: HttpUrl.optional() });
const DateTime = z.iso.datetime({ offset: true });

const ItemId = z
  .string()
  .regex(/^tag:/)
  .describe('A tag URI (RFC 4151), the same as in the Atom feed; it never changes.');
const About = HttpUrl.describe('The documentation of this extension.');

const FeedItem = z
  .strictObject({
    id: ItemId,
    url: HttpUrl,
    external_url: HttpUrl.optional().describe('The review at its source.'),
    title: z.string(),
    content_text: z.string().describe('The review by itself.'),
    content_html: z
      .string()
      .optional()
      .describe('If the business replied: the review, and the reply below it.'),
    date_published: DateTime,
    date_modified: DateTime.optional(),
    authors: z.array(Author),
    language: LanguageTag,
    tags: z
      .array(z.string())
      .optional()
      .describe('The ids of the services and aspects of the business that it is about.'),
    _review: z.strictObject({
      about: About,
      reviewId: ReviewId.describe('The id in reviews.json.'),
      ratingValue: z.number(),
      bestRating: z.literal(5),
      technicians: z.array(z.string()),
      technicianIds: z.array(Slug),
      services: z.array(z.string()),
      publisher: z.string(),
      verification: z.string(),
      ownerReply: OwnerReply.optional(),
    }),
  })
  .meta({ id: 'FeedItem' });

/** A JSON Feed 1.1 document (https://www.jsonfeed.org/version/1.1/) of reviews. */
export const FeedDocument = z
  .strictObject({
    version: z.literal('https://jsonfeed.org/version/1.1'),
    title: z.string(),
    home_page_url: HttpUrl,
    feed_url: HttpUrl,
    next_url: HttpUrl.optional().describe('The document with older reviews, if there are any.'),
    description: z.string(),
    icon: HttpUrl.optional(),
    language: LanguageTag,
    authors: z.array(Author),
    hubs: z
      .array(z.strictObject({ type: z.literal('WebSub'), url: HttpUrl }))
      .optional()
      .describe('Only of the topic, not of search results.'),
    _removed: z
      .strictObject({
        about: About,
        items: z.array(
          RemovedReview.omit({ id: true })
            .extend({
              id: ItemId.describe('The id of its former item.'),
              reviewId: ReviewId.describe('Its former id in reviews.json.'),
            })
            .meta({ id: 'RemovedItem' }),
        ),
      })
      .optional()
      .describe('Every review that was taken down, newest first, in documents for subscribing.'),
    items: z.array(FeedItem).max(FEED_SIZE),
  })
  .meta({ id: 'FeedDocument' });
export type FeedDocument = z.infer<typeof FeedDocument>;

/** Renders api/feed.json. */
export function renderJsonFeed(dataset: Dataset): Uint8Array<ArrayBuffer> {
  return renderJson(newestReviews(dataset));
}

/** Renders a document of a feed as JSON Feed. */
export function renderJson(page: FeedPage): Uint8Array<ArrayBuffer> {
  return Buffer.from(`${JSON.stringify(feedOf(page), null, 2)}\n`);
}

function feedOf(page: FeedPage): FeedDocument {
  const { baseUrl, business, feedAuthority, self, hub, links, removed } = page;
  const next = links.next ?? links['prev-archive'];
  const startOf = createStartOf(business.timeZone);
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOfFeed(page),
    home_page_url: baseUrl + page.page,
    feed_url: baseUrl + self.json,
    ...(next && { next_url: baseUrl + next.json }),
    description: descriptionOf(page),
    ...(business.logo && { icon: business.logo }),
    language: languageOf(business),
    authors: [{ name: business.name, url: business.url }],
    ...(hub && { hubs: [{ type: 'WebSub', url: hub }] }),
    ...(removed && {
      _removed: {
        about: aboutExtensions(page),
        items: removed.map(({ id, dateRemoved, reason }) => ({
          id: idOfEntry(feedAuthority, id),
          reviewId: id,
          dateRemoved,
          reason,
        })),
      },
    }),
    items: page.reviews.map((review) => itemOf(review, page, startOf)),
  };
}

const aboutExtensions = ({ baseUrl }: FeedPage) => `${baseUrl}/docs/data/#the-feeds`;

function itemOf(review: Review, page: FeedPage, startOf: StartOf): FeedDocument['items'][number] {
  const modified = modifiedAt(review, startOf);
  const tags = subjectsOf(review);
  const { ownerReply } = review;
  return {
    id: idOfEntry(page.feedAuthority, review.id),
    url: review.url,
    ...(review.isBasedOn && { external_url: review.isBasedOn }),
    title: titleOf(review),
    content_text: textOf(review),
    ...(ownerReply && { content_html: htmlOf(review, page.business.name) }),
    date_published: publishedAt(review, startOf),
    ...(modified && { date_modified: modified }),
    authors: [{ name: review.author.name }],
    language: review.inLanguage,
    ...(tags.length > 0 && { tags }),
    _review: {
      about: aboutExtensions(page),
      reviewId: review.id,
      ratingValue: review.reviewRating.ratingValue,
      bestRating: 5,
      technicians: review.mentionedTechnicians,
      technicianIds: review.mentionedTechnicianIds,
      services: review.mentionedServices,
      publisher: review.publisher.name,
      verification: review.verification.method,
      ...(ownerReply && { ownerReply }),
    },
  };
}
