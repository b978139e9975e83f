/** Which grams a text holds, on which side it stands and how much it counts. */
type Sided = { readonly indices: Int32Array; readonly isTrue: boolean; readonly weight: number };

/** A gram that stands on both sides alike still has a little to say. */
const LEAST = 0.01;

/**
 * How differently each gram stands on both sides: the absolute logarithm of the ratio of its shares
 * in them, each with one more occurrence (Wang, Manning 2012: Baselines and Bigrams, §2.1).
 */
export function contrastGrams(texts: readonly Sided[], grams: number): Float64Array {
  const sides = [new Float64Array(grams).fill(1), new Float64Array(grams).fill(1)] as const;
  const totals = [0, 0];
  for (const { indices, isTrue, weight } of texts) {
    const place = isTrue ? 0 : 1;
    totals[place] = (totals[place] ?? 0) + weight;
    const side = sides[place];
    for (const index of indices) side[index] = (side[index] ?? 0) + weight;
  }
  const [allOn = 0, allOff = 0] = totals;
  const [on, off] = sides;
  return on.map((count, index) =>
    Math.max(LEAST, Math.abs(Math.log(count / allOn / ((off[index] ?? 1) / allOff)))),
  );
}
