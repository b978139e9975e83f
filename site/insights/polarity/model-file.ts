import { SIGNALS } from './measure-signals.ts';

/** The weight of a feature for each question, in log-odds. */
export type Weights = {
  /** For praise, against blame. */
  readonly polarity: number;
  /** For an opinion, against none. */
  readonly opinion: number;
  /** For praise and blame together, against everything else. */
  readonly mixture: number;
};

/** Regressions over the same features: for any opinion, for one side against the other, for both. */
export type PolarityModel = {
  /** Terms of one word or more, and their valences, −4 to 4. */
  readonly lexicon: ReadonlyMap<string, number>;
  readonly grams: ReadonlyMap<string, Weights>;
  /** In the order of `SIGNALS`. */
  readonly signals: readonly Weights[];
  readonly bias: Weights;
};

/**
 * A model as stored. Each line of a text has a feature and, after tabs, integers: hundredths of
 * log-odds of polarity, opinion and mixture, or halves of valence. A few long strings are read many
 * times faster than as many members.
 */
type StoredModel = {
  readonly lexicon: string;
  readonly grams: string;
  readonly signals: string;
  readonly bias: string;
};

const PARTS = 100;
const VALENCE_PARTS = 2;

/** Serializes a model, its weights rounded. */
export function storeModel({ lexicon, grams, signals, bias }: PolarityModel): StoredModel {
  const weigh = ({ polarity, opinion, mixture }: Weights) =>
    [polarity, opinion, mixture].map((weight) => Math.round(weight * PARTS)).join('\t');
  const store = <Value>(features: ReadonlyMap<string, Value>, write: (value: Value) => unknown) =>
    [...features]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}\t${write(value)}`)
      .join('\n');
  return {
    lexicon: store(lexicon, (valence) => valence * VALENCE_PARTS),
    grams: store(grams, weigh),
    signals: signals.map((weights, index) => `${SIGNALS[index]}\t${weigh(weights)}`).join('\n'),
    bias: weigh(bias),
  };
}

/** Reads a model from its file. */
export function parseModel({ lexicon, grams, signals, bias }: StoredModel): PolarityModel {
  return {
    lexicon: new Map(
      rowsOf(lexicon).map(([term = '', valence]) => [term, Number(valence) / VALENCE_PARTS]),
    ),
    grams: new Map(rowsOf(grams).map(([gram = '', ...weights]) => [gram, weightsOf(weights)])),
    signals: rowsOf(signals).map(([, ...weights]) => weightsOf(weights)),
    bias: weightsOf(bias.split('\t')),
  };
}

function rowsOf(text: string): string[][] {
  return text.split('\n').map((line) => line.split('\t'));
}

function weightsOf(cells: readonly string[]): Weights {
  const [polarity = 0, opinion = 0, mixture = 0] = cells.map((cell) => Number(cell) / PARTS);
  return { polarity, opinion, mixture };
}
