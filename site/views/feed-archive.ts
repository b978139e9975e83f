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

const IN_ARCHIVE = /^(\/archive\/.+\/)feed\.(?:xml|json)$/;

/**
 * Returns the archive document at a path (RFC 5005 §4); undefined if there is none. Together with
 * the feed of the newest they contain every review: each links to the next older one.
 */
export function archiveFeedAt(path: string, { corpus }: ReviewSource) {
  const [, page] = IN_ARCHIVE.exec(path) ?? [];
  const parts = archivePartsOf(corpus);
  const index = parts.findIndex((part) => part.path === page);
  const part = parts[index];
  if (!part) return undefined;
  const [newer, older] = [parts[index - 1], parts[index + 1]];
  const isAtom = path.endsWith('.xml');
  const render = isAtom ? renderAtom : renderJson;
  return {
    mediaType: isAtom ? ATOM_TYPE : JSON_TYPE,
    make: async (release: ReviewSource) => render(await feedOf(part, newer, older, release)),
  };
}

/** The paths of all archive documents. */
export function archiveFeedPaths({ corpus }: Pick<ReviewSource, 'corpus'>): string[] {
  return archivePartsOf(corpus).flatMap(({ path }) => Object.values(feedsBeside(path)));
}

async function feedOf(
  { path, month, part, parts, from, to }: ArchivePart,
  newer: ArchivePart | undefined,
  older: ArchivePart | undefined,
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
