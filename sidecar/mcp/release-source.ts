import { z } from 'zod';
import type { ReviewSource, ReviewsHead, SourceFile } from '#agents/review-source.ts';
import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { memoize } from '#dataset/memoize.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import type { PublishedFile } from '../http/published-file.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import type { Release } from '../release/release.ts';
import { refuse } from './refusal.ts';

const Head = z.object(ReviewsDocument.omit({ reviews: true }).shape);
const Insights = z.looseObject(InsightsDocument.shape);

/** What is asked right now. Throws a Refusal 503 before there is a release. */
export function currentSource({ release }: CurrentRelease): ReviewSource {
  if (release) return sourceOf(release);
  throw refuse(503, 'The first release is being loaded; ask again in 2 seconds.', {
    'Retry-After': '2',
  });
}

/** A release as agents are answered from it. What has to be parsed is parsed once, when needed. */
export const sourceOf = memoize((release: Release): ReviewSource => {
  const { baseUrl, corpus, removed, search, files } = release;
  let head: ReviewsHead | undefined;
  let insights: InsightsDocument | undefined;
  return {
    baseUrl,
    etag: dataFile(release, '/reviews.json').etag,
    corpus,
    removed,
    search,
    get head() {
      head ??= readHead(corpus.bytes);
      return head;
    },
    get insights() {
      insights ??= Insights.parse(
        JSON.parse(dataFile(release, '/insights.json').body.toString('utf8')),
      );
      return insights;
    },
    file: (path) => {
      const file = files.get(path);
      return file && describe(file);
    },
  };
});

function dataFile({ files, ordinal }: Release, path: string): PublishedFile['identity'] {
  const file = files.data.get(path);
  if (!file) throw new Error(`The release ${ordinal} holds no ${path}.`);
  return file.identity;
}

/** Reviews stand on lines of their own, behind the first. */
function readHead(reviewsJson: Uint8Array): ReviewsHead {
  const bytes = Buffer.from(reviewsJson.buffer, reviewsJson.byteOffset, reviewsJson.byteLength);
  const head = bytes.toString('utf8', 0, bytes.indexOf('"reviews":[')).replace(/,$/, '}');
  return Head.parse(JSON.parse(head));
}

function describe({ mediaType, lastModified, identity }: PublishedFile): SourceFile {
  return { mediaType, lastModified, bytes: identity.body, etag: identity.etag };
}
