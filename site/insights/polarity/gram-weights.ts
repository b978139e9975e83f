import type { Token } from '#insights/text/tokenize.ts';
import type { Weights } from './polarity-model.ts';

/**
 * What begins with a word: indices of its weights, alone, negated, and before each neighbour. Most
 * words have no neighbour, and hold no map.
 */
type Word = { plain: number; negated: number; before: Map<string, number> | undefined };

const UNKNOWN = -1;

/** The weights of grams, laid out so that a text is weighed without making any string. */
export class GramWeights {
  readonly #words = new Map<string, Word>();
  readonly #polarity: Float64Array;
  readonly #opinion: Float64Array;
  readonly #mixture: Float64Array;
  /** The text in which a gram was seen last: it counts once in each. */
  readonly #seenIn: Uint32Array;
  #text = 0;

  constructor(grams: ReadonlyMap<string, Weights>) {
    this.#polarity = new Float64Array(grams.size);
    this.#opinion = new Float64Array(grams.size);
    this.#mixture = new Float64Array(grams.size);
    this.#seenIn = new Uint32Array(grams.size);
    let index = 0;
    for (const [gram, { polarity, opinion, mixture }] of grams) {
      this.#polarity[index] = polarity;
      this.#opinion[index] = opinion;
      this.#mixture[index] = mixture;
      this.#put(gram, index);
      index++;
    }
  }

  /** Adds up the weights of the grams of a text (see `Features`). */
  sum(tokens: readonly Token[], isNegated: readonly boolean[]): Weights {
    this.#text = (this.#text + 1) >>> 0;
    const sum = { polarity: 0, opinion: 0, mixture: 0 };
    let before: Word | undefined;
    for (const [place, { text }] of tokens.entries()) {
      const word = this.#words.get(text);
      if (word) this.#add(isNegated[place] ? word.negated : word.plain, sum);
      if (before) this.#add(before.before?.get(text) ?? UNKNOWN, sum);
      before = word;
    }
    return sum;
  }

  #add(index: number, sum: { -readonly [Head in keyof Weights]: number }): void {
    if (index === UNKNOWN || this.#seenIn[index] === this.#text) return;
    this.#seenIn[index] = this.#text;
    sum.polarity += this.#polarity[index] ?? 0;
    sum.opinion += this.#opinion[index] ?? 0;
    sum.mixture += this.#mixture[index] ?? 0;
  }

  #put(gram: string, index: number): void {
    const space = gram.indexOf(' ');
    if (space > 0) {
      const word = this.#wordOf(gram.slice(0, space));
      word.before ??= new Map();
      word.before.set(gram.slice(space + 1), index);
    } else if (gram.length > 1 && gram.startsWith('!')) this.#wordOf(gram.slice(1)).negated = index;
    else this.#wordOf(gram).plain = index;
  }

  #wordOf(text: string): Word {
    const known = this.#words.get(text);
    if (known) return known;
    const word: Word = { plain: UNKNOWN, negated: UNKNOWN, before: undefined };
    this.#words.set(text, word);
    return word;
  }
}
