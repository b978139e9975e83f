import type { ReviewSource } from '#search/review-source.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import { refuse } from './refusal.ts';

/** What is asked right now. Throws a Refusal 503 before there is a release that can be asked. */
export function currentSource({ release }: CurrentRelease): ReviewSource {
  if (release && !release.isDataOnly) return release.source;
  throw refuse(503, 'The reviews are not ready; ask again in 2 seconds.', {
    'Retry-After': '2',
  });
}
