import type { Tally } from '#dataset/lists/tally-keeper.ts';
import { type NumberList, NumberLists } from './number-lists.ts';
import { PairNumbers } from './pair-numbers.ts';
import { readWord } from './read-word.ts';
import { visitPairs } from './visit-pairs.ts';

type NumberedWord = { readonly number: number; readonly singular: number };

/** So much that is out of use is never too much. */
const FEW = 1000;

/**
 * Numbers the bigrams of texts, and counts the texts that hold them. A hundred thousand texts hold
 * a million different ones, most of them once: none is an object of its own. A number means nothing
 * but that it is always the same here.
 */
export class BigramCounts implements Tally<NumberList> {
  readonly #words = new Map<string, NumberedWord | null>();
  readonly #numbersOfWords = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #bigrams = new PairNumbers();
  readonly #lists = new NumberLists();
  #counts = new Int32Array(FEW);
  #counted = 0;

  /** The numbers of the bigrams in the lists that `read` gave. */
  get numbers(): Int32Array {
    return this.#lists.numbers;
  }

  /** Whether most of what was read is no longer counted. */
  get isWorn(): boolean {
    return this.#lists.length > FEW + 2 * this.#counted;
  }

  /** Lists the bigrams of a text, each once; they do not count yet. */
  read(text: string): NumberList {
    const numbers = new Set<number>();
    this.#visit(text, (number) => numbers.add(number));
    return this.#lists.add(numbers);
  }

  /** Whether a text holds any of some bigrams. */
  holdsAny(text: string, numbers: ReadonlySet<number>): boolean {
    let holds = false;
    this.#visit(text, (number) => {
      holds ||= numbers.has(number);
    });
    return holds;
  }

  /** Counts a text by its list. */
  add(list: NumberList): void {
    this.#change(list, 1);
  }

  remove(list: NumberList): void {
    this.#change(list, -1);
  }

  /** How many texts hold a bigram. */
  countOf(number: number): number {
    return this.#counts[number] ?? 0;
  }

  /** The two words of a bigram. */
  wordsOf(number: number): readonly [first: string, second: string] {
    const [first, second] = this.#bigrams.pairOf(number);
    return [this.#texts[first] ?? '', this.#texts[second] ?? ''];
  }

  /** The numbers of bigrams that at least so many and at most so many texts hold. */
  numbersBetween(least: number, most: number): number[] {
    const numbers: number[] = [];
    for (let number = 0; number < this.#bigrams.size; number++) {
      const count = this.countOf(number);
      if (count >= least && count <= most) numbers.push(number);
    }
    return numbers;
  }

  #change({ start, end }: NumberList, by: 1 | -1): void {
    if (this.#bigrams.size > this.#counts.length) {
      const larger = new Int32Array(2 * this.#bigrams.size);
      larger.set(this.#counts);
      this.#counts = larger;
    }
    this.#counted += by * (end - start);
    for (const number of this.numbers.subarray(start, end)) {
      this.#counts[number] = this.countOf(number) + by;
    }
  }

  #visit(text: string, visit: (number: number) => void): void {
    visitPairs(text, (first, second) => {
      const before = this.#wordOf(first);
      const after = before && this.#wordOf(second);
      if (after) visit(this.#bigrams.numberOf(before.number, after.singular));
    });
  }

  #wordOf(spelling: string): NumberedWord | null {
    const known = this.#words.get(spelling);
    if (known !== undefined) return known;
    const word = readWord(spelling);
    const numbered = word
      ? { number: this.#numberWord(word.text), singular: this.#numberWord(word.singular) }
      : null;
    this.#words.set(spelling, numbered);
    return numbered;
  }

  #numberWord(text: string): number {
    const known = this.#numbersOfWords.get(text);
    if (known !== undefined) return known;
    this.#numbersOfWords.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }
}
