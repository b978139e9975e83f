import { timeOfRelease } from '#release/manifest.ts';
import { type View, type ViewTools, viewAt } from '#views/views.ts';
import { ALL_REVIEWS, cacheTags, PUBLISHED_CACHE, type RawHeaders } from '../http/headers.ts';
import type { Reply } from '../http/reply.ts';
import { decodePath, type ReadRequest, splitTarget } from '../http/request.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import type { Release } from '../release/release.ts';
import { redirectToMarkdown } from '../render/asked-page.ts';
import type { Answer, Answers } from './answers/answers.ts';
import { notFound, removed } from './published.ts';

type Served = {
  readonly current: CurrentRelease;
  readonly answers: Answers;
  readonly tools: ViewTools;
};

/**
 * GET of a view (site/views), or of the page of a review by a client that prefers it in Markdown.
 * Undefined if neither is requested. Rejects with an HttpError 410 for a review that was taken
 * down.
 */
export function replyWithView(
  { current, answers, tools }: Served,
  target: string,
  request: ReadRequest,
): Reply | Promise<Reply> | undefined {
  const path = decodePath(splitTarget(target).path);
  const { release } = current;
  if (path === undefined || !release) return undefined;
  const moved = redirectToMarkdown(release, path, request);
  if (moved) return moved;
  if (viewAt(path, release.published) === undefined) return undefined;
  return answers.reply(path, request, (served) => answerView(served, path, tools));
}

/** Returns the view of a release at a path. Throws an HttpError 410 or 404 if it has none. */
async function answerView(release: Release, path: string, tools: ViewTools): Promise<Answer> {
  const { published, baseUrl } = release;
  const view = viewAt(path, published);
  if (view === 'gone') throw removed(path, release.removed);
  if (view === undefined) throw notFound(path, release);
  return {
    mediaType: view.mediaType,
    body: [await view.make(published, tools)],
    lastModified: timeOfRelease(release.ordinal),
    cache: PUBLISHED_CACHE,
    headers: [...tagsOf(view), ...linkOf(view, path, baseUrl)],
  };
}

function tagsOf({ dependsOnAll, shows }: View): RawHeaders {
  return dependsOnAll ? ALL_REVIEWS : cacheTags(shows);
}

/**
 * Returns the Link field of a view. RFC 6596: search engines should show the page. A
 * self-describing document names itself.
 */
export function linkOf({ page, rel }: View, path: string, baseUrl: string): RawHeaders {
  if (page !== undefined) return ['Link', `<${baseUrl}${page}>; rel="canonical"`];
  return rel === undefined ? [] : ['Link', `<${baseUrl}${path}>; rel="${rel}"`];
}
