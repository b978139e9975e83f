import { createGramTable, type Gram, gramValueOf } from '#insights/text/gram-table.ts';

/** A logistic regression for each aspect of a list over the same features: one against the rest. */
export type AspectModel = {
  readonly ids: readonly string[];
  /** The log-odds of each aspect before any gram. */
  readonly bias: readonly number[];
  /** By gram, the log-odds that it adds to each aspect. */
  readonly grams: ReadonlyMap<string, readonly number[]>;
};

/** Precedes the first word. */
const START = '^';

/** Returns the features of a clause: words and pairs of adjacent words, each once. */
export function aspectFeatures(words: readonly string[]) {
  const grams = words.flatMap((word, place): Gram[] => [[word], [words[place - 1] ?? START, word]]);
  return { grams, value: gramValueOf(words.length) };
}

/** Weighs the words of a clause: the log-odds of each aspect of a model, in the model's order. */
type WeighAspects = (words: readonly string[]) => Float64Array;

/** Creates a weigher, which adds up the weights of the features of `aspectFeatures`. */
export function createAspectWeigher({ bias, grams }: AspectModel): WeighAspects {
  const table = createGramTable(grams);
  return (words) => {
    const found = new Set<readonly number[] | undefined>();
    let before = START;
    for (const word of words) {
      found.add(table.word(word)).add(table.pair(before, word));
      before = word;
    }
    const value = gramValueOf(words.length);
    const sums = Float64Array.from(bias);
    for (const weights of found) {
      if (!weights) continue;
      for (let place = 0; place < sums.length; place++) {
        sums[place] = (sums[place] ?? 0) + (weights[place] ?? 0) * value;
      }
    }
    return sums;
  };
}

const PARTS = 100;

/**
 * Returns the rows of the table that stores a model: the ids; the bias; then one gram per row, with
 * rounded hundredths of log-odds, and an empty cell for 0.
 */
export function storeAspectModel({ ids, bias, grams }: AspectModel): string[][] {
  const cellsOf = (weights: readonly number[]) =>
    weights.map((weight) => `${Math.round(weight * PARTS) || ''}`);
  const rows = [...grams]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([gram, weights]) => [gram, ...cellsOf(weights)]);
  return [['', ...ids], ['', ...cellsOf(bias)], ...rows];
}

/** Reads a model from the rows of its table. */
export function parseAspectModel(table: readonly (readonly string[])[]): AspectModel {
  const [[, ...ids] = [], [, ...bias] = [], ...rows] = table;
  const weigh = (cells: readonly string[]) => cells.map((cell) => Number(cell) / PARTS);
  return {
    ids,
    bias: weigh(bias),
    grams: new Map(rows.map(([gram = '', ...cells]) => [gram, weigh(cells)])),
  };
}
