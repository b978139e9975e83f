import type { Token } from '#insights/text/tokenize.ts';

/** The numbers of the grams of a word: alone, negated, and before each neighbour, which most lack. */
type Word = { plain: number; negated: number; before: Map<string, number> | undefined };

const UNKNOWN = -1;

/**
 * Numbers the grams of texts: words, `!` before a negated one, and pairs of neighbours with a space
 * between. Those of a text are found without making any string.
 */
export class GramIndex {
  readonly #words = new Map<string, Word>();
  readonly #names: string[] = [];
  /** The text in which a gram was seen last: it counts once in each. */
  readonly #seenIn: number[] = [];
  #text = 0;

  /** Numbers some grams from 0 on. */
  constructor(grams: Iterable<string> = []) {
    for (const gram of grams) {
      const space = gram.indexOf(' ');
      if (space > 0) this.#pairOf(gram.slice(0, space), gram.slice(space + 1));
      else if (gram.length > 1 && gram.startsWith('!')) this.#negatedOf(gram.slice(1));
      else this.#plainOf(gram);
    }
  }

  /** The grams by their numbers. */
  get names(): readonly string[] {
    return this.#names;
  }

  /** The numbers of the grams of a text that are known, each once. */
  find(tokens: readonly Token[], isNegated: readonly boolean[]): readonly number[] {
    const found: number[] = [];
    this.#text++;
    let before: Word | undefined;
    for (let place = 0; place < tokens.length; place++) {
      const text = tokens[place]?.text ?? '';
      const word = this.#words.get(text);
      if (word) this.#see(isNegated[place] ? word.negated : word.plain, found);
      if (before) this.#see(before.before?.get(text) ?? UNKNOWN, found);
      before = word;
    }
    return found;
  }

  /** The numbers of the grams of a text, each once. Those that were unknown are the next ones. */
  learn(tokens: readonly Token[], isNegated: readonly boolean[]): readonly number[] {
    for (const [place, { text }] of tokens.entries()) {
      if (isNegated[place]) this.#negatedOf(text);
      else this.#plainOf(text);
      const before = tokens[place - 1];
      if (before) this.#pairOf(before.text, text);
    }
    return this.find(tokens, isNegated);
  }

  #see(index: number, found: number[]): void {
    if (index === UNKNOWN || this.#seenIn[index] === this.#text) return;
    this.#seenIn[index] = this.#text;
    found.push(index);
  }

  #plainOf(text: string): void {
    const word = this.#wordOf(text);
    if (word.plain === UNKNOWN) word.plain = this.#number(text);
  }

  #negatedOf(text: string): void {
    const word = this.#wordOf(text);
    if (word.negated === UNKNOWN) word.negated = this.#number(`!${text}`);
  }

  #pairOf(first: string, second: string): void {
    const word = this.#wordOf(first);
    word.before ??= new Map();
    if (!word.before.has(second)) word.before.set(second, this.#number(`${first} ${second}`));
  }

  #number(name: string): number {
    this.#seenIn.push(0);
    return this.#names.push(name) - 1;
  }

  #wordOf(text: string): Word {
    const known = this.#words.get(text);
    if (known) return known;
    const word: Word = { plain: UNKNOWN, negated: UNKNOWN, before: undefined };
    this.#words.set(text, word);
    return word;
  }
}
