/** `npm run test:chaos` tries everything at length. */
const isLong = process.env.CHAOS === 'all';

/** Chooses between the amount for the long run and the amount for every other run. */
export function atLength(long: number, short: number): number {
  return isLong ? long : short;
}

/** The number of times to try a property: `long` in the long run, a tenth of it in every other. */
export function runs(long: number): number {
  return atLength(long, Math.ceil(long / 10));
}
