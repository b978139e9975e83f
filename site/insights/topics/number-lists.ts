/** Where a list stands among all numbers: from its start up to its end. */
export type NumberList = { readonly start: number; readonly end: number };

const ROOM = 1024;

/**
 * Many short lists of numbers in one block of memory, one behind another: reading all of them is
 * reading memory from front to back. Nothing is ever taken out.
 */
export class NumberLists {
  #numbers = new Int32Array(ROOM);
  #length = 0;

  /** The numbers of all lists; a list that is added may replace it by a larger one. */
  get numbers(): Int32Array {
    return this.#numbers;
  }

  get length(): number {
    return this.#length;
  }

  add(numbers: ReadonlySet<number>): NumberList {
    const start = this.#length;
    const end = start + numbers.size;
    if (end > this.#numbers.length) {
      const larger = new Int32Array(Math.ceil(end * 1.5));
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    for (const number of numbers) this.#numbers[this.#length++] = number;
    return { start, end };
  }
}
