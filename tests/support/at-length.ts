/** `npm run test:chaos` tries everything at length. */
const isLong = process.env.CHAOS === 'all';

/** How much of something the long run takes, and how much every other. */
export function atLength(long: number, short: number): number {
  return isLong ? long : short;
}

/** How often the long run tries a property. Every other tries it a tenth as often. */
export function runs(long: number): number {
  return atLength(long, Math.ceil(long / 10));
}
