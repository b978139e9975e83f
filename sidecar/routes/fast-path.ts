import { askOfFeed } from '#search/question/feed-question.ts';
import { namesAnswer } from '../http/conditional.ts';
import type { FoundReply, LookupReply } from '../http/http.ts';
import type { PublishedFile } from '../http/published-file.ts';
import type { Reply } from '../http/reply.ts';
import { replyWithFile } from '../http/reply-with-file.ts';
import { MAX_URL_BYTES, type ReadRequest } from '../http/request.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import type { Release } from '../release/release.ts';
import { askPage, isQuestion, leadToMarkdown } from '../render/asked-page.ts';
import type { Answers } from './answers/answers.ts';
import { answerSince, SINCE_PATH } from './since.ts';

type Deps = {
  readonly current: CurrentRelease;
  /** Pages that are rendered already, and the files that they name. */
  readonly pages: { get(release: Release, key: string): PublishedFile | undefined };
  readonly answers: Answers;
  /** Whether requests to the API are limited. */
  readonly isLimited: boolean;
};

const ANSWERS_PATH = '/api/reviews/';

/**
 * The fast path: data files, rendered pages, since, and answers, views and feeds that were made already.
 * All else, also errors, is for the routes.
 */
export function createLookup({ current, pages, answers, isLimited }: Deps): LookupReply {
  const find = (target: string, request: ReadRequest): FoundReply | undefined => {
    const { release } = current;
    if (!release) return undefined;
    const mark = target.indexOf('?');
    const path = mark < 0 ? target : target.slice(0, mark);
    const file = release.files.get(path);
    const asked = file && mark >= 0 ? askOfFeed(path, target.slice(mark + 1)) : undefined;
    if (asked) return countedIfLimited(answers.find(release, asked.key, request), request);
    if (file) return { reply: replyWithFile(file, request), isHeldAnyway: true };
    const moved = leadToMarkdown(release, path, request);
    if (moved) return heldIfEmpty(moved);
    const query = mark < 0 ? '' : target.slice(mark + 1);
    const page = pages.get(release, askPage(path, query).key);
    if (page) {
      const found = heldIfEmpty(replyWithFile(page, request));
      return isLimited && isQuestion(path, query) ? counted(found, request) : found;
    }
    if (!path.startsWith(ANSWERS_PATH)) {
      const view = answers.find(release, path, request);
      return view && { ...heldIfEmpty(view), isLasting: true };
    }
    const isSince = path.startsWith(SINCE_PATH);
    // The route refuses parameters.
    if (isSince && query !== '') return undefined;
    const make = isSince ? () => answerSince(release, path.slice(SINCE_PATH.length)) : undefined;
    return countedIfLimited(answers.find(release, target, request, make), request);
  };
  const countedIfLimited = (reply: Reply | undefined, request: ReadRequest) => {
    if (!reply) return undefined;
    const found = { ...heldIfEmpty(reply), isLasting: true };
    return isLimited ? counted(found, request) : found;
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

function counted(found: FoundReply, { headers }: ReadRequest): FoundReply {
  const { status, lastModified } = found.reply;
  const isFree = status === 304 && namesAnswer(headers, lastModified);
  return { ...found, count: isFree ? 'free' : 'full' };
}

/** Pages and answers are kept elsewhere, within a bound. */
function heldIfEmpty(reply: Reply): FoundReply {
  return { reply, isHeldAnyway: reply.body.length === 0 };
}
