/** Compares texts by their code units: the one order of ids, dates and paths. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
