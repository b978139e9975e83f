import type { Corpus } from '#query/corpus.ts';
import { idAt } from '#query/review-position.ts';
import { NO_LAG, type PageLag } from './release-files.ts';

/** How pages that show some reviews differ from data that publishes others. */
export function pageLagOf(shown: ReadonlySet<string>, published: readonly string[]): PageLag {
  const pending = published.filter((id) => !shown.has(id));
  // Ids stand once each: where all that is shown was met, nothing was withdrawn.
  if (published.length - pending.length === shown.size) {
    return pending.length === 0 ? NO_LAG : { withdrawn: [], pending };
  }
  const still = new Set(published);
  return { withdrawn: [...shown].filter((id) => !still.has(id)), pending };
}

/** The ids of the reviews of a corpus. */
export function idsIn(corpus: Corpus): string[] {
  return Array.from({ length: corpus.count }, (_, position) => idAt(corpus, position));
}
