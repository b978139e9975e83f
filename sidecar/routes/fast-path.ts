import { namesAnswer } from '../http/conditional.ts';
import type { FoundReply, LookupReply } from '../http/http.ts';
import type { PublishedFile } from '../http/published-file.ts';
import type { Reply } from '../http/reply.ts';
import { replyWithFile } from '../http/reply-with-file.ts';
import { MAX_URL_BYTES, type ReadRequest } from '../http/request.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import type { Release } from '../release/release.ts';
import type { Answers } from './answers/answers.ts';
import { answerSince, SINCE_PATH } from './since.ts';

type Deps = {
  readonly current: CurrentRelease;
  /** Pages that are rendered already, and the files that they name. */
  readonly pages: { get(release: Release, path: string): PublishedFile | undefined };
  readonly answers: Answers;
  /** Whether requests to the API are limited. */
  readonly isLimited: boolean;
};

const ANSWERS_PATH = '/api/reviews/';

/**
 * The fast path: data files, rendered pages, since, and answers that were made already. All else, also
 * errors, is for the routes.
 */
export function createLookup({ current, pages, answers, isLimited }: Deps): LookupReply {
  const find = (target: string, request: ReadRequest): FoundReply | undefined => {
    const { release } = current;
    if (!release) return undefined;
    const mark = target.indexOf('?');
    const path = mark < 0 ? target : target.slice(0, mark);
    const file = release.files.get(path);
    if (file) return { reply: replyWithFile(file, request), isHeldAnyway: true };
    const page = pages.get(release, path);
    if (page) return heldIfEmpty(replyWithFile(page, request));
    if (release.isDataOnly || !path.startsWith(ANSWERS_PATH)) return undefined;
    const isSince = path.startsWith(SINCE_PATH);
    // The route refuses parameters.
    if (isSince && mark >= 0 && mark < target.length - 1) return undefined;
    const make = isSince ? () => answerSince(release, path.slice(SINCE_PATH.length)) : undefined;
    const reply = answers.find(release, target, request, make);
    if (!reply) return undefined;
    const found = { ...heldIfEmpty(reply), isLasting: true };
    if (!isLimited) return found;
    const { status, lastModified } = reply;
    const isFree = status === 304 && namesAnswer(request.headers, lastModified);
    return { ...found, count: isFree ? 'free' : 'full' };
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

/** Pages and answers are kept elsewhere, within a bound. */
function heldIfEmpty(reply: Reply): FoundReply {
  return { reply, isHeldAnyway: reply.body.length === 0 };
}
