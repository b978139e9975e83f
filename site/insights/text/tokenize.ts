import { fold } from '#dataset/text/fold.ts';

/** A word, a mark or a picture of a text, and its place in UTF-16 units. */
export type Token = {
  /** Folded: lowercase, no accents, plain quotes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isWord: boolean;
  /** Written in capitals throughout, with three letters or more. */
  readonly isShouted: boolean;
};

// An apostrophe is inside a word, a hyphen between two. A face is one mark, and so is each emoji.
// The sign of a grade belongs to it, “A+”; the half of a row of stars is no word, “★★★½”.
const TOKEN =
  /(?<![\p{L}\p{N}])[A-Fa-f][+-](?![\p{L}\p{N}+-])|(?!(?<=[★⭐])½)[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’][\p{L}\p{N}\p{M}]+)*|\p{Extended_Pictographic}|[:;=]['’]?-?[)(DP/|](?![\p{L}\p{N}/])|<3|[.!?,;:()"“”…—–-]/gu;
const WORD = /^[\p{L}\p{N}]/u;
const SHOUTED = /^\p{Lu}{3,}$/u;

/** Returns the tokens of a text in their order. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [raw] = match;
    const isWord = WORD.test(raw);
    tokens.push({
      // Some ligatures of Arabic marks are folded to a space.
      text: isWord ? fold(raw).replaceAll(' ', '') || raw : raw,
      start: match.index,
      end: match.index + raw.length,
      isWord,
      isShouted: isWord && SHOUTED.test(raw),
    });
  }
  return tokens;
}

/** Returns the words among tokens, folded. */
export function listWords(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ text, isWord }) => (isWord ? [text] : []));
}

/** Counts the words among tokens. */
export function countWords(tokens: readonly Token[]): number {
  return tokens.filter(({ isWord }) => isWord).length;
}
