import type { Logger } from 'pino';
import type { Release } from './release/release.ts';

/** Says what is served and where: in the log and, where somebody looks on, in plain words. */
export function announce({ baseUrl, ordinal, corpus, isDataOnly }: Release, log: Logger): void {
  if (isDataOnly) {
    log.info({ url: baseUrl, ordinal }, `serving ${baseUrl}, so far the data of another version`);
    return;
  }
  log.info({ url: baseUrl, ordinal, reviews: corpus.count }, `serving ${baseUrl}`);
  if (!process.stdout.isTTY) return;
  console.log(`
  ${corpus.count} reviews are served.

    pages   ${baseUrl}/
    feeds   ${baseUrl}/feeds/
    data    ${baseUrl}/reviews.json
    search  ${baseUrl}/api/reviews/search?min_rating=4
    push    ${baseUrl}/websub/
    for machines: ${baseUrl}/openapi.json

  Ctrl+C ends it.
`);
}
