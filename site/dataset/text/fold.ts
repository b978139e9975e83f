const ASCII = /^\p{ASCII}*$/u;
const MARKS = /\p{M}+/gu;
const SINGLE_QUOTES = /[\u2018\u2019\u201a\u201b\u2032\u02bc\u2039\u203a]/g;
const DOUBLE_QUOTES = /[\u201c\u201d\u201e\u201f\u00ab\u00bb]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;

/**
 * Folds text for caseless matching, so that "Muñoz’s" equals "MUNOZ'S": NFKD, marks stripped,
 * full case folding (Unicode 16 §3.13, toCasefold), typographic quotes and dashes as plain ones.
 * Folding twice changes nothing, and a substring folds to a substring.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return (
    text
      .normalize('NFKD')
      .replace(MARKS, '')
      // Upper case first turns ß into SS and ſ into S, as full case folding asks.
      .toUpperCase()
      .toLowerCase()
      // ẞ is upper case already and becomes ß only on the way down.
      .replaceAll('ß', 'ss')
      // toLowerCase writes a sigma at the end of a word as ς; folding knows only σ.
      .replaceAll('ς', 'σ')
      .normalize('NFKD')
      .replace(MARKS, '')
      .replace(SINGLE_QUOTES, "'")
      .replace(DOUBLE_QUOTES, '"')
      .replace(DASHES, '-')
  );
}

/** Folds text as one line: each run of white space, line breaks among it, is one space. */
export function foldLine(text: string): string {
  return fold(text).replaceAll(/\s+/g, ' ');
}
