const CONTRASTS: ReadonlySet<string> = new Set([
  'but',
  'although',
  'though',
  'however',
  'while',
  'whereas',
  'except',
  'despite',
  'unfortunately',
]);

/** Whether a word sets what follows against what went before. */
export function isContrast(word: string): boolean {
  return CONTRASTS.has(word);
}
