import { setImmediate } from 'node:timers/promises';
import { renderAtom } from '#artifacts/feeds/atom-feed.ts';
import {
  ALL_REVIEWS,
  type FeedPage,
  feedsBeside,
  publisherOf,
} from '#artifacts/feeds/feed-page.ts';
import { renderJson } from '#artifacts/feeds/json-feed.ts';
import { ATOM_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import { type ArchivePart, archivePartsOf } from '#search/archive.ts';
import { addressOfFeed } from '#search/question/feed-question.ts';
import type { ReviewSource } from '#search/review-source.ts';

/** A document of the archive of the feeds: the reviews of a page of the archive. */
type ArchiveFeed = {
  readonly mediaType: string;
  readonly make: (release: ReviewSource) => Promise<Uint8Array>;
};

const FORMATS = {
  'feed.xml': { mediaType: ATOM_TYPE, render: renderAtom },
  'feed.json': { mediaType: JSON_TYPE, render: renderJson },
} as const;

const IN_ARCHIVE = /^(\/archive\/\d{4}\/\d\d\/(?:\d+\/)?)(feed\.(?:xml|json))$/;

/**
 * The archive document at a path (RFC 5005 §4); undefined if there is none. Together with the feed of
 * the newest they hold every review: each leads to the next older one.
 */
export function archiveFeedAt(path: string, { corpus }: ReviewSource): ArchiveFeed | undefined {
  const [, page, name] = IN_ARCHIVE.exec(path) ?? [];
  if (name !== 'feed.xml' && name !== 'feed.json') return undefined;
  const parts = archivePartsOf(corpus);
  const index = parts.findIndex((part) => part.path === page);
  const part = parts[index];
  if (!part) return undefined;
  const { mediaType, render } = FORMATS[name];
  return {
    mediaType,
    make: async (release) => {
      const feed = await feedOf(
        part,
        { newer: parts[index - 1], older: parts[index + 1] },
        release,
      );
      // Reading and rendering take a few milliseconds each.
      await setImmediate();
      return render(feed);
    },
  };
}

/** The paths of all archive documents. */
export function archiveFeedPaths({ corpus }: Pick<ReviewSource, 'corpus'>): string[] {
  return archivePartsOf(corpus).flatMap(({ path }) => Object.values(feedsBeside(path)));
}

type Beside = { readonly newer: ArchivePart | undefined; readonly older: ArchivePart | undefined };

async function feedOf(
  { path, month, part, parts, from, to }: ArchivePart,
  { newer, older }: Beside,
  release: ReviewSource,
): Promise<FeedPage> {
  return {
    ...(await publisherOf(release)),
    subject: parts === 1 ? month : `${month}, part ${part}`,
    id: ALL_REVIEWS,
    self: feedsBeside(path),
    page: path,
    links: {
      current: addressOfFeed({}),
      ...(older && { 'prev-archive': feedsBeside(older.path) }),
      ...(newer && { 'next-archive': feedsBeside(newer.path) }),
    },
    isArchive: true,
    reviews: await release.reviews(Array.from({ length: to - from }, (_, at) => from + at)),
  };
}
