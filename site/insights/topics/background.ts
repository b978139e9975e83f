import stored from './background.json' with { type: 'json' };
import type { Background } from './weigh-bigram.ts';

/** A background as it stands in its file: a line holds a bigram, a tab and in how many texts it stands. */
export type StoredBackground = { readonly reviewCount: number; readonly bigrams: string };

/** The background that is shipped: sentences from reviews of other trades. */
export function shippedBackground(): Background {
  return parseBackground(stored);
}

/** Reads a background from its file. */
export function parseBackground({ reviewCount, bigrams }: StoredBackground): Background {
  const lines = bigrams === '' ? [] : bigrams.split('\n');
  return {
    reviewCount,
    bigrams: new Map(
      lines.map((line) => {
        const [bigram = '', count] = line.split('\t');
        return [bigram, Number(count)];
      }),
    ),
  };
}
