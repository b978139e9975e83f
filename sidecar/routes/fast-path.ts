import { namesAnswer } from '../http/conditional.ts';
import type { FoundReply, LookupReply } from '../http/http.ts';
import type { PublishedFile } from '../http/published-file.ts';
import type { Reply } from '../http/reply.ts';
import { replyWithFile } from '../http/reply-with-file.ts';
import { MAX_URL_BYTES, type ReadRequest } from '../http/request.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import type { Release } from '../release/release.ts';
import { replyWithSince, SINCE_PATH } from './since.ts';

type Deps = {
  readonly current: CurrentRelease;
  /** Pages that are rendered already, and the files that they name. */
  readonly pages: { get(release: Release, path: string): PublishedFile | undefined };
  /** Whether requests to the API are limited. */
  readonly isLimited: boolean;
};

/** The fast path: data files, rendered pages, since. All else, also errors, is for the routes. */
export function createLookup({ current, pages, isLimited }: Deps): LookupReply {
  const find = (target: string, request: ReadRequest): FoundReply | undefined => {
    const { release } = current;
    if (!release) return undefined;
    const mark = target.indexOf('?');
    const path = mark < 0 ? target : target.slice(0, mark);
    const file = release.files.get(path);
    if (file) return { reply: replyWithFile(file, request), isHeldAnyway: true };
    const page = pages.get(release, path);
    if (page) return heldIfEmpty(replyWithFile(page, request));
    if (release.isDataOnly || !path.startsWith(SINCE_PATH)) return undefined;
    const reply = replyWithSince(release, path.slice(SINCE_PATH.length), request);
    if (!isLimited) return heldIfEmpty(reply);
    const { status, lastModified } = reply;
    const isFree = status === 304 && namesAnswer(request.headers, lastModified);
    return { ...heldIfEmpty(reply), count: isFree ? 'free' : 'full' };
  };
  return (target, request) => {
    if (target.length > MAX_URL_BYTES) return undefined;
    try {
      return find(target, request);
    } catch {
      return undefined;
    }
  };
}

/** Pages are kept elsewhere, within a bound; pieces that are made for one answer, nowhere. */
function heldIfEmpty(reply: Reply): FoundReply {
  return { reply, isHeldAnyway: reply.body.length === 0 };
}
