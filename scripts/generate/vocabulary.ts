import type { Random } from './random.ts';
import { ADJECTIVES, ADVERBS, NOUNS, VERBS } from './words.ts';

/** Draws words as people use them: a few all the time, most of them hardly ever. */
export type Vocabulary = {
  readonly noun: () => string;
  readonly verb: () => string;
  readonly adjective: () => string;
  readonly adverb: () => string;
  /** A proper name, such as that of an insurer, from a long tail of thousands. */
  readonly name: () => string;
};

const NAME_COUNT = 6000;
const NAME_STARTS =
  'Ash Bar Ben Black Brad Bren Cal Cast Clay Cor Dal Den Dun East Ell Fair Fen Gar Gold Green Hal Har Hol Kel Kin Lang Lin Mar Mel Mor Nor Oak Pem Pres Ray Red Ros Sel Stan Thorn Tre Wal West Win'.split(
    ' ',
  );
const NAME_MIDDLES = ' a e er i en ing le ming ton ber der dow ley low mer mon ner ster wen'.split(
  ' ',
);
const NAME_ENDS =
  'bury by cott dale field ford gate ham hurst land ley man mere more ness port ridge sen shaw son stead stone ton ville well wick wood worth'.split(
    ' ',
  );

export function createVocabulary(random: Random): Vocabulary {
  const drawFrom = (words: readonly string[]) => {
    const rank = createZipf(words.length, random);
    return () => words[rank()] ?? '';
  };
  return {
    noun: drawFrom(NOUNS),
    verb: drawFrom(VERBS),
    adjective: drawFrom(ADJECTIVES),
    adverb: drawFrom(ADVERBS),
    name: drawFrom(Array.from({ length: NAME_COUNT }, (_, rank) => nameOfRank(rank))),
  };
}

/** Draws ranks from 0 by the law of Zipf and Mandelbrot: weight 1 / (rank + 2.7). */
export function createZipf(count: number, random: Random): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank++) {
    sum += 1 / (rank + 2.7);
    sums[rank] = sum;
  }
  return () => {
    const draw = random.next() * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] ?? 0) > draw) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

function nameOfRank(rank: number): string {
  // The stride has no factor in common with the lengths below, so that no two ranks meet soon.
  const place = rank * 7919;
  const start = NAME_STARTS[place % NAME_STARTS.length];
  const middle = NAME_MIDDLES[Math.floor(place / 44) % NAME_MIDDLES.length];
  const end = NAME_ENDS[Math.floor(place / 880) % NAME_ENDS.length];
  return `${start}${middle}${end}`;
}
