import { memoize } from '#dataset/memoize.ts';
import COSTS from './text-costs.json' with { type: 'json' };

/** Common Han: level 1 of GB 2312 has the 3,755 most frequent characters. */
const COMMON_HAN = { cost: 4, leads: [0xb0, 0xd7], trails: [0xa1, 0xfe] } as const;

/** Longer than words: in keys, hashes and other random text a unit costs one third more. */
const RUN_LENGTH = 20;

/**
 * Estimates the number of tokens of a text (o200k), in thirds: at least its bytes, and rather too
 * many than too few. `text-costs.json` has the cost of UTF-16 units, from after the previous row up
 * to the given number: measured on random texts of each script, and on prose if it has less than
 * half of that.
 */
export function costOf(text: string): number {
  const costs = costsOf(COSTS);
  let total = 0;
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const cost = costs[unit] ?? 0;
    run = isLetterOrDigit(unit) ? run + 1 : 0;
    total += run > RUN_LENGTH ? cost + 1 : cost;
  }
  return total;
}

function isLetterOrDigit(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x30 && unit <= 0x39)
  );
}

/** By unit; made when the first long text is measured. */
const costsOf = memoize((rows: typeof COSTS): Uint8Array => {
  const costs = new Uint8Array(0x10000);
  let from = 0;
  for (const row of rows) {
    const to = Number.parseInt(row.to, 16) + 1;
    costs.fill(row.cost, from, to);
    from = to;
  }
  const decoder = new TextDecoder('gb18030');
  const { leads, trails, cost } = COMMON_HAN;
  for (let lead: number = leads[0]; lead <= leads[1]; lead++) {
    for (let trail: number = trails[0]; trail <= trails[1]; trail++) {
      costs[decoder.decode(Uint8Array.of(lead, trail)).charCodeAt(0)] = cost;
    }
  }
  return costs;
});
