import { IS_WORD } from './term-cuts.ts';

const CHUNK = 1 << 20;

/**
 * Cuts texts into terms and numbers each distinct term from 1, in order of appearance. It reads
 * code units rather than making a string of each term: over a hundred million of them go by.
 */
export class TermCollector {
  /** The letters of all terms, one after the other: term t is [starts[t], starts[t + 1]). */
  letters = new Uint16Array(1 << 16);
  starts = new Uint32Array(1 << 12);
  /** How many distinct terms there are. */
  size = 0;
  /** The terms of all texts, a 0 after each text, in chunks. */
  readonly chunks: Uint32Array[] = [];
  /** How many places of the chunks are taken. */
  length = 0;

  #chunk = new Uint32Array(0);
  #hashes = new Uint32Array(1 << 12);
  // Open addressing with linear probing; 0 is an empty slot.
  #slots = new Uint32Array(1 << 13);

  /** Takes one folded text. */
  collect(text: string): void {
    const length = text.length;
    let start = 0;
    let word = 0;
    let hash = 0;
    for (let end = 0; end < length; end++) {
      const code = text.charCodeAt(end);
      const next = IS_WORD[code] ?? 0;
      if (word > next) {
        this.#push(this.#number(text, start, end, hash));
        start = end;
        hash = 0;
      }
      word = next;
      hash = Math.imul(hash ^ code, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    if (start < length) this.#push(this.#number(text, start, length, hash));
    this.#push(0);
  }

  #push(term: number): void {
    const place = this.length++ % CHUNK;
    if (place === 0) {
      this.#chunk = new Uint32Array(CHUNK);
      this.chunks.push(this.#chunk);
    }
    this.#chunk[place] = term;
  }

  #number(text: string, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    const wanted = hash >>> 0;
    for (let slot = wanted & mask; ; slot = (slot + 1) & mask) {
      const term = slots[slot] ?? 0;
      if (term === 0) return this.#add(text, start, end, wanted, slot);
      if (this.#hashes[term] === wanted && this.#equals(term, text, start, end)) return term;
    }
  }

  #equals(term: number, text: string, start: number, end: number): boolean {
    const letters = this.letters;
    let at = this.starts[term] ?? 0;
    if ((this.starts[term + 1] ?? 0) - at !== end - start) return false;
    for (let from = start; from < end; from++) {
      if (letters[at++] !== text.charCodeAt(from)) return false;
    }
    return true;
  }

  #add(text: string, start: number, end: number, hash: number, slot: number): number {
    const term = ++this.size;
    if (term + 2 > this.starts.length) {
      this.starts = grow(this.starts, new Uint32Array(this.starts.length * 2));
      this.#hashes = grow(this.#hashes, new Uint32Array(this.#hashes.length * 2));
    }
    let at = this.starts[term] ?? 0;
    const needed = at + end - start;
    if (needed > this.letters.length) {
      this.letters = grow(this.letters, new Uint16Array(needed * 2));
    }
    for (let from = start; from < end; from++) this.letters[at++] = text.charCodeAt(from);
    this.starts[term + 1] = at;
    this.#hashes[term] = hash;
    this.#slots[slot] = term;
    if (term * 2 > this.#slots.length) this.#rehash();
    return term;
  }

  #rehash(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let term = 1; term <= this.size; term++) {
      let slot = (this.#hashes[term] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = term;
    }
    this.#slots = slots;
  }
}

function grow<Numbers extends Uint16Array | Uint32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
