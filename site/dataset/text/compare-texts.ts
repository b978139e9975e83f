/** Compares texts by their code units: the order of ids, dates and paths everywhere. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
