/** From here on one side prevails, and from there on clearly. */
const PREVAILS = 0.15;
const CLEARLY = 0.5;

/** A score from −1 to 1 in words. */
export function scoreWords(score: number): string {
  const strength = Math.abs(score);
  if (strength < PREVAILS) return 'about even';
  return `${strength < CLEARLY ? 'rather' : 'mostly'} ${score > 0 ? 'positive' : 'negative'}`;
}
