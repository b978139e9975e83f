import { MAX_URL_BYTES } from '../http/limits.ts';
import type { PublishedFile } from '../http/published-file.ts';
import type { ReadRequest, Reply } from '../http/reply.ts';
import { replyWithFile } from '../http/reply-with-file.ts';
import type { Release } from '../release/release.ts';
import { replyWithSince, SINCE_PATH } from './since.ts';

/** Answers from a release what needs no more than a lookup; undefined for everything else. */
export type ReplyAtOnce = (
  release: Release,
  target: string,
  request: ReadRequest,
) => Reply | undefined;

type Settings = {
  /** Pages that are rendered already, and the files that they name. */
  readonly pages: { get(release: Release, path: string): PublishedFile | undefined };
  readonly sinceIsCounted: boolean;
};

/**
 * Makes the fast path: data files and rendered pages under their plain path and, unless requests
 * are counted elsewhere, since. An error is left to the route behind that it comes from, which
 * answers and logs it; so is a URL that is too long.
 */
export function createReplyAtOnce({ pages, sinceIsCounted }: Settings): ReplyAtOnce {
  const reply: ReplyAtOnce = (release, target, request) => {
    const mark = target.indexOf('?');
    const path = mark < 0 ? target : target.slice(0, mark);
    const file = release.files.get(path) ?? pages.get(release, path);
    if (file) return replyWithFile(file, request);
    if (sinceIsCounted || release.isDataOnly || !path.startsWith(SINCE_PATH)) return undefined;
    return replyWithSince(release, path.slice(SINCE_PATH.length), request);
  };
  return (release, target, request) => {
    if (target.length > MAX_URL_BYTES) return undefined;
    try {
      return reply(release, target, request);
    } catch {
      return undefined;
    }
  };
}
