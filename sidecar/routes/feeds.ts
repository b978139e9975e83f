import { renderAtom } from '#artifacts/feeds/atom-feed.ts';
import { ALL_REVIEWS, type FeedPage, publisherOf } from '#artifacts/feeds/feed-page.ts';
import { renderJson } from '#artifacts/feeds/json-feed.ts';
import { ATOM_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import {
  type AskedFeed,
  addressOfFeed,
  askOfFeed,
  describeSubject,
  FeedQuery,
} from '#search/question/feed-question.ts';
import { addressOfList, parametersOf } from '#search/question/list-question.ts';
import { without } from '#search/question/without.ts';
import type { Reply } from '../http/reply.ts';
import { decodePath, type ReadRequest, splitTarget } from '../http/request.ts';
import { tagReviews } from '../release/prepare-data.ts';
import type { Release } from '../release/release.ts';
import { type Answer, type Answers, readQuestion } from './answers/answers.ts';

/**
 * GET of a feed with parameters of search: the matching reviews, newest first by default. Undefined
 * if there is no question, or the topic itself answers it. Throws an HttpError 400 with the issues.
 */
export function replyWithFeed(
  answers: Answers,
  target: string,
  request: ReadRequest,
): Promise<Reply> | undefined {
  const { path, query: queryString } = splitTarget(target);
  const asked = askOfFeed(decodePath(path) ?? '', queryString);
  if (!asked) return undefined;
  const query = readQuestion(asked.parameters, FeedQuery, 'the feeds');
  if (addressOfFeed(query)[asked.format] === addressOfFeed({})[asked.format]) return undefined;
  return answers.reply(asked.key, request, (release) => answerFeed(release, query, asked.format));
}

async function answerFeed(
  { search, corpus, baseUrl, published }: Release,
  query: FeedQuery,
  format: AskedFeed['format'],
): Promise<Answer> {
  const { positions, next: after } = await search(query);
  const next = after === undefined ? undefined : addressOfFeed({ ...query, after });
  const subject = describeSubject(query);
  // Equal on all its pages.
  const asked = without(query, 'limit', 'after');
  const parameters = parametersOf(asked);
  const { removed } = published;
  const page: FeedPage = {
    ...(await publisherOf(published)),
    ...(subject !== '' && { subject }),
    id: parameters === '' ? ALL_REVIEWS : `${ALL_REVIEWS}?${parameters}`,
    self: addressOfFeed(query),
    page: addressOfList(asked),
    links: next ? { next } : {},
    reviews: await published.reviews(positions),
    // Followers of a feed request its first document.
    ...(query.after === undefined && { removed, dateModified: removed[0]?.dateRemoved }),
  };
  const [mediaType, render] = {
    atom: [ATOM_TYPE, renderAtom] as const,
    json: [JSON_TYPE, renderJson] as const,
  }[format];
  // RFC 8288 §3.3, RFC 5005 §3.
  const link = next ? ['Link', `<${baseUrl}${next[format]}>; rel="next"`] : [];
  return {
    mediaType,
    body: [render(page)],
    headers: [...tagReviews(corpus, positions), ...link],
  };
}
