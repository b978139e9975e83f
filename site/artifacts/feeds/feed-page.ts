import type { Business } from '#dataset/business.ts';
import type { Dataset, Removal } from '#dataset/dataset.ts';
import { memoizeLast } from '#dataset/memoize.ts';
import type { Review } from '#dataset/review.ts';
import { createStartOf, type StartOf } from '#dataset/zoned-day.ts';
import { pathOfArchive } from '#search/archive.ts';
import { addressOfFeed, FEED_SIZE, type FeedAddress } from '#search/question/feed-question.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { HUB_PATH } from '../catalog.ts';

/** Who publishes feeds. */
export type FeedPublisher = {
  readonly baseUrl: string;
  readonly business: Business;
  /** The naming authority of tag URIs (RFC 4151). */
  readonly feedAuthority: string;
};

/** The relations of a document of a feed to others (RFC 5005 §3 and §4). */
export const FEED_RELATIONS = ['current', 'next', 'prev-archive', 'next-archive'] as const;

/** A document of a feed, whatever its format. Addresses are below `baseUrl`. */
export type FeedPage = FeedPublisher & {
  /** What it holds, where that is not the newest of all reviews, in words. */
  readonly subject?: string;
  /** The id of the feed, of which other documents may hold more, behind its authority. */
  readonly id: string;
  readonly self: FeedAddress;
  /** The page that shows the same. */
  readonly page: string;
  /** Where topics are distributed. */
  readonly hub?: string;
  readonly links: Partial<Record<(typeof FEED_RELATIONS)[number], FeedAddress>>;
  /** Whether it is none to subscribe to, but holds what has left that one (RFC 5005 §4). */
  readonly isArchive?: true;
  readonly reviews: readonly Review[];
  /** Every review that was taken down, in documents to subscribe to. */
  readonly removed?: readonly Removal[];
  /** When something other than a review of it changed. */
  readonly dateModified?: string | null | undefined;
};

/** The feed of all reviews: its newest, and the way to the others. */
export function newestReviews(dataset: Dataset): FeedPage {
  const { baseUrl, business, feedAuthority, reviews, removed, dateModified } = dataset;
  // In its month it is among the first FEED_SIZE + 1, and so in the first part.
  const month = reviews[FEED_SIZE]?.datePublished.slice(0, 7);
  return {
    baseUrl,
    business,
    feedAuthority,
    id: ALL_REVIEWS,
    self: addressOfFeed({}),
    page: '/',
    hub: HUB_PATH,
    links: month ? { 'prev-archive': feedsBeside(pathOfArchive(month.slice(0, 4), month)) } : {},
    reviews: reviews.slice(0, FEED_SIZE),
    removed,
    dateModified,
  };
}

/** The id of the feed of all reviews, behind its authority. */
export const ALL_REVIEWS = 'reviews';

/** The feeds that hold the reviews of a page of the archive. */
export function feedsBeside(page: string): FeedAddress {
  return { atom: `${page}feed.xml`, json: `${page}feed.json` };
}

/** Who publishes a release. Its authority stands in its feed, and in no other file. */
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

/** The title of a document: what it holds. */
export function titleOfFeed({ business, subject }: FeedPage): string {
  const title = `Reviews of ${business.name}`;
  return subject === undefined ? title : `${title}: ${subject}`;
}

/** What the feeds are about: the description of the business, and what its disclaimer says beyond that. */
export function descriptionOf({
  business: { description, disclaimer = '' },
}: FeedPublisher): string {
  const sentences = disclaimer.split(/(?<=[.!?])\s+/);
  return [description, ...sentences.filter((one) => !description.includes(one))].join(' ');
}

/** When days begin in the time zone of the business. Remembered: most edits render the same days again. */
export const startsOfDays = memoizeLast(
  ({ business }: FeedPublisher) => business.timeZone,
  ({ business }): StartOf => {
    const startOf = createStartOf(business.timeZone);
    const starts = new Map<string, string>();
    return (date) => {
      const start = starts.get(date) ?? startOf(date);
      starts.set(date, start);
      return start;
    };
  },
);
