// Everything beyond ASCII is a letter, except blocks of punctuation. The choice does not affect results:
// any rule over two neighbouring code units cuts a text and a query alike.
const ASCII_WORD = /[A-Za-z0-9'-]/;
const PUNCTUATION_BLOCKS = [
  [0xa0, 0xbf],
  [0x2000, 0x206f],
  [0x3000, 0x303f],
  [0xff00, 0xff0f],
] as const;

/** 1 for each UTF-16 code unit that belongs to words, 0 for separators. */
const IS_WORD = classify();

/**
 * Cuts folded text into terms, with a cut after each word: a term is a run of separators and the run
 * of word characters after it ("it, too." is "it", ", too", "."). Because a cut depends only on its two
 * neighbours, a text is cut inside an occurrence of a query exactly where the query is: the first term
 * there ends with the query's first, the last begins with the query's last, and those between are
 * equal.
 */
export function cutTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  let word = 0;
  for (let end = 0; end < text.length; end++) {
    const next = IS_WORD[text.charCodeAt(end)] ?? 0;
    if (word > next) {
      terms.push(text.slice(start, end));
      start = end;
    }
    word = next;
  }
  if (start < text.length) terms.push(text.slice(start));
  return terms;
}

function classify(): Uint8Array {
  const isWord = new Uint8Array(0x10000);
  for (let code = 0; code < 0x80; code++) {
    isWord[code] = ASCII_WORD.test(String.fromCharCode(code)) ? 1 : 0;
  }
  isWord.fill(1, 0x80);
  for (const [first, last] of PUNCTUATION_BLOCKS) isWord.fill(0, first, last + 1);
  return isWord;
}

const CHUNK = 1 << 20;

/**
 * Cuts texts into terms as `cutTerms` does, and numbers each distinct term from 1 in order of
 * appearance. It hashes code units instead of making a string for each of a hundred million terms.
 */
export class TermCollector {
  /** The letters of all terms in sequence: term t is [starts[t], starts[t + 1]). */
  letters = new Uint16Array(1 << 16);
  starts = new Uint32Array(1 << 12);
  /** The number of distinct terms. */
  size = 0;
  /** The terms of all texts, a 0 after each text, in chunks. */
  readonly chunks: Uint32Array[] = [];
  /** The number of places filled in the chunks. */
  length = 0;

  #chunk = new Uint32Array(0);
  #hashes = new Uint32Array(1 << 12);
  // Open addressing with linear probing; 0 is an empty slot.
  #slots = new Uint32Array(1 << 13);

  /** Adds a folded text. */
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
