const ASCII = /^\p{ASCII}*$/u;
const MARKS = /\p{M}+/gu;
/** Runs of white space, except a single space. */
const WIDE_SPACE = /\s{2,}|[^\S ]/g;

/** Plain spellings, with the characters they replace that NFKD and case mapping leave unchanged. */
const PLAIN = {
  "'": '\u2018\u2019\u201a\u201b\u2032\u02bc\u2039\u203a',
  '"': '\u201c\u201d\u201e\u201f\u00ab\u00bb',
  '-': '\u2010\u2011\u2012\u2013\u2014\u2015\u2212',
  '/': '\u2044',
  // toLowerCase writes a sigma at the end of a word as ς; folding knows only σ.
  σ: 'ς',
  // ẞ is uppercase already and becomes ß only when lowercased.
  ss: 'ß',
  ae: 'æ',
  d: 'đð',
  h: 'ħ',
  l: 'ł',
  o: 'ø',
  oe: 'œ',
  t: 'ŧ',
  th: 'þ',
};
const PLAIN_OF = new Map(
  Object.entries(PLAIN).flatMap(([plain, others]) =>
    [...others].map((other): [string, string] => [other, plain]),
  ),
);
const NOT_PLAIN = new RegExp(`[${[...PLAIN_OF.keys()].join('')}]`, 'g');

/**
 * Folds text for caseless matching, so that "Muñoz’s" equals "MUNOZ'S": NFKD, marks stripped, full
 * case folding (Unicode 16 §3.13, toCasefold), letters such as đ and æ, typographic quotes and
 * dashes as plain ones, and each run of white space, including line breaks, as one space. Folding
 * twice changes nothing, and a substring folds to a substring.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replace(WIDE_SPACE, ' ');
  return (
    text
      .normalize('NFKD')
      .replace(MARKS, '')
      // Uppercase first turns ß into SS, ſ into S and ı into I, as full case folding requires.
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKD')
      .replace(MARKS, '')
      .replace(NOT_PLAIN, (other) => PLAIN_OF.get(other) ?? other)
      .replace(WIDE_SPACE, ' ')
  );
}
