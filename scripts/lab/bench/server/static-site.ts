import { type Answer, headerOf } from '../load/ask.ts';

/** A folder that a peer serves, with the headers that we send for the same request. */
export type StaticSite = {
  readonly root: string;
  readonly mediaType: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
};

/** What every server sends by itself. */
const OWN_HEADERS = new Set([
  'accept-ranges',
  'connection',
  'content-length',
  'content-type',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
]);

/** The folder with the headers of an answer of ours, apart from those each server sends itself. */
export function siteLike(root: string, answer: Answer): StaticSite {
  return {
    root,
    mediaType: headerOf(answer, 'content-type') ?? 'application/json',
    headers: answer.headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())),
  };
}
