// Everything beyond ASCII is a letter here, save the blocks of punctuation. The choice is free as
// far as results go: any rule over two neighbouring code units cuts a text and a query alike.
const ASCII_WORD = /[A-Za-z0-9'-]/;
const PUNCTUATION_BLOCKS = [
  [0xa0, 0xbf],
  [0x2000, 0x206f],
  [0x3000, 0x303f],
  [0xff00, 0xff0f],
] as const;

/** 1 for each UTF-16 code unit that belongs to words, 0 for separators. */
export const IS_WORD = classify();

/**
 * Cuts folded text into terms. A term is a run of separators and the run of word characters after
 * it ("it, too." is "it", ", too", "."), so that a cut lies after each word. Because a cut depends
 * on its two neighbours only, a text that contains a query is cut inside the occurrence exactly
 * where the query is cut: its first term ends with the query's first, its last begins with the
 * query's last, and those between are equal.
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
