import type { Business } from '#dataset/business.ts';
import type { Dataset, Removal } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import { pathOfArchive } from '#search/archive.ts';
import { addressOfFeed, FEED_SIZE, type FeedAddress } from '#search/question/feed-question.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { HUB_PATH } from '../catalog.ts';

/** The publisher of feeds. */
type FeedPublisher = {
  readonly baseUrl: string;
  readonly business: Business;
  /** The naming authority of tag URIs (RFC 4151). */
  readonly feedAuthority: string;
};

/** The relations of a document of a feed to others (RFC 5005 §3 and §4). */
export const FEED_RELATIONS = ['current', 'next', 'prev-archive', 'next-archive'] as const;

/** A document of a feed in any format. Addresses are below `baseUrl`. */
export type FeedPage = FeedPublisher & {
  /** Its content in words, unless it is the newest of all reviews. */
  readonly subject?: string;
  /** The id of the feed after its authority; other documents may contain the rest of the feed. */
  readonly id: string;
  readonly self: FeedAddress;
  /** The page with the same content. */
  readonly page: string;
  /** The URL of the hub that distributes it. */
  readonly hub?: string;
  readonly links: Partial<Record<(typeof FEED_RELATIONS)[number], FeedAddress>>;
  /** True if it only has reviews that left the feed for subscribing (RFC 5005 §4). */
  readonly isArchive?: true;
  readonly reviews: readonly Review[];
  /** Every review that was taken down, in documents for subscribing. */
  readonly removed?: readonly Removal[];
  /** The last change of anything but a review of it. */
  readonly dateModified?: string | null | undefined;
};

/** Returns the feed of all reviews: the newest, and links to the others. */
export function newestReviews(dataset: Dataset): FeedPage {
  const { baseUrl, sidecarUrl, business, feedAuthority, reviews, removed, dateModified } = dataset;
  // In its month it is among the first FEED_SIZE + 1, and so in the first part.
  const month = reviews[FEED_SIZE]?.datePublished.slice(0, 7);
  return {
    baseUrl,
    business,
    feedAuthority,
    id: ALL_REVIEWS,
    self: addressOfFeed({}),
    page: '/',
    ...(sidecarUrl !== undefined && { hub: sidecarUrl + HUB_PATH }),
    links: month ? { 'prev-archive': feedsBeside(pathOfArchive(month.slice(0, 4), month)) } : {},
    reviews: reviews.slice(0, FEED_SIZE),
    removed,
    dateModified,
  };
}

/** The id of the feed of all reviews, after its authority. */
export const ALL_REVIEWS = 'reviews';

/** Returns the feeds with the reviews of a page of the archive. */
export function feedsBeside(page: string): FeedAddress {
  return { atom: `${page}feed.xml`, json: `${page}feed.json` };
}

/** Returns the publisher of a release. Its authority is in its feed, and in no other file. */
export async function publisherOf({
  baseUrl,
  head,
  file,
}: Pick<ReviewSource, 'baseUrl' | 'head' | 'file'>): Promise<FeedPublisher> {
  const { business } = await head();
  const [start = Buffer.of()] = (await file(addressOfFeed({}).atom))?.body ?? [];
  const id = Buffer.from(start.subarray(0, HEAD_BYTES)).toString();
  const [, feedAuthority] = /<id>tag:([^<]*):reviews<\/id>/.exec(id) ?? [];
  if (feedAuthority === undefined) throw new Error('The feed of the release has no id.');
  return { baseUrl, business, feedAuthority };
}

/** The id of a feed is its first element. */
const HEAD_BYTES = 512;

/** Returns the title of a document: its content. */
export function titleOfFeed({ business, subject }: FeedPage): string {
  const title = `Reviews of ${business.name}`;
  return subject === undefined ? title : `${title}: ${subject}`;
}

/** The description of the business, and the parts of its disclaimer that add to it. */
export function descriptionOf({
  business: { description, disclaimer = '' },
}: FeedPublisher): string {
  const sentences = disclaimer.split(/(?<=[.!?])\s+/);
  return [description, ...sentences.filter((one) => !description.includes(one))].join(' ');
}
