const ROOM = 1024;

/**
 * Numbers pairs of numbers from 0 on, in the order in which they are met. Twenty to forty bytes a
 * pair and no object: a Map by texts would take a hundred and more.
 */
export class PairNumbers {
  /** Open addressing with linear probing: at a place of its hash the number of a pair, and 1. */
  #slots = new Int32Array(2 * ROOM);
  #firsts = new Int32Array(ROOM);
  #seconds = new Int32Array(ROOM);
  #size = 0;

  /** How many pairs are numbered. */
  get size(): number {
    return this.#size;
  }

  /** The pair of a number. */
  pairOf(number: number): readonly [first: number, second: number] {
    return [this.#firsts[number] ?? 0, this.#seconds[number] ?? 0];
  }

  numberOf(first: number, second: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(first, second) & mask;
    for (;;) {
      const number = (this.#slots[slot] ?? 0) - 1;
      if (number < 0) break;
      if (this.#firsts[number] === first && this.#seconds[number] === second) return number;
      slot = (slot + 1) & mask;
    }
    if (this.#size === this.#firsts.length) {
      this.#grow();
      return this.numberOf(first, second);
    }
    const number = this.#size++;
    this.#firsts[number] = first;
    this.#seconds[number] = second;
    this.#slots[slot] = number + 1;
    return number;
  }

  /** Makes room for twice as many. Half of the slots stay empty, so that probing ends soon. */
  #grow(): void {
    const room = 2 * this.#size;
    this.#firsts = enlarge(this.#firsts, room);
    this.#seconds = enlarge(this.#seconds, room);
    this.#slots = new Int32Array(2 * room);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.#size; number++) {
      let slot = hashOf(this.#firsts[number] ?? 0, this.#seconds[number] ?? 0) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

/** Spreads two numbers over 32 bits (multiplicative hashing, Knuth, volume 3, §6.4). */
function hashOf(first: number, second: number): number {
  const mixed = Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

function enlarge(numbers: Int32Array, room: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(room);
  larger.set(numbers);
  return larger;
}
