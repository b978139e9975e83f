/**
 * A sum shared out over a count, rounded half away from zero to three decimals: −1 to 1 where the
 * sum lies within ± the count, and 0 of nothing.
 */
export function scoreOf(sum: number, count: number): number {
  if (count === 0) return 0;
  // Multiplied first: of whole numbers a half is then met exactly, not as a binary fraction.
  const thousandths = Math.round((Math.abs(sum) * 1000) / count);
  return thousandths === 0 ? 0 : (Math.sign(sum) * thousandths) / 1000;
}

/** A score as it is published: rounded half away from zero to three decimals. */
export function roundScore(score: number): number {
  return scoreOf(score, 1);
}
