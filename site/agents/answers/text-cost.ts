import { memoize } from '#dataset/memoize.ts';

/** What UTF-16 units cost, in thirds of a token, from behind the row before on to the number given. */
const COSTS = [
  { to: 0x40, cost: 1 },
  { to: 0x5c, cost: 2 }, // capitals, the sign of escapes
  { to: 0x7f, cost: 1 },
  { to: 0x24f, cost: 3 }, // Latin with accents
  { to: 0x36f, cost: 6 },
  { to: 0x45f, cost: 2 }, // Greek, Cyrillic
  { to: 0x52f, cost: 6 },
  { to: 0x58f, cost: 4 }, // Armenian
  { to: 0x6ff, cost: 2 }, // Hebrew, Arabic
  { to: 0x8ff, cost: 6 },
  { to: 0xdff, cost: 4 }, // Devanagari and others of India
  { to: 0xe7f, cost: 3 }, // Thai
  { to: 0xfff, cost: 6 },
  { to: 0x10ff, cost: 4 }, // Burmese, Georgian
  { to: 0x11ff, cost: 9 },
  { to: 0x139f, cost: 6 }, // Ethiopic
  { to: 0x177f, cost: 9 },
  { to: 0x17ff, cost: 4 }, // Khmer
  { to: 0x1dff, cost: 9 },
  { to: 0x1eff, cost: 4 }, // Vietnamese
  { to: 0x1fff, cost: 7 },
  { to: 0x206f, cost: 3 }, // quotation marks, dashes
  { to: 0x27ff, cost: 6 },
  { to: 0x2fff, cost: 9 },
  { to: 0x30ff, cost: 3 }, // Kana
  { to: 0x33ff, cost: 6 },
  { to: 0x4dff, cost: 9 },
  { to: 0x9fff, cost: 6 }, // Han
  { to: 0xabff, cost: 9 },
  { to: 0xd7ff, cost: 7 }, // Hangul
  { to: 0xd83b, cost: 8 },
  { to: 0xd83e, cost: 4 }, // emoji
  { to: 0xdbff, cost: 8 },
  { to: 0xdfff, cost: 4 },
  { to: 0xfeff, cost: 9 },
  { to: 0xffff, cost: 6 },
];
/** Han in most texts: level 1 of GB 2312 are the 3,755 characters that are used most. */
const COMMON_HAN = { cost: 4, leads: [0xb0, 0xd7], trails: [0xa1, 0xfe] } as const;

/** Longer than words: in keys, hashes and what else is random a unit costs one third more. */
const RUN_LENGTH = 20;

/**
 * An estimate of how many tokens a text has (o200k), in thirds of one: as much as its bytes at least,
 * and rather too much than too little. Made of what was measured of random texts of each script, and
 * of prose where that has less than half of it.
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
  for (const { to, cost } of rows) {
    costs.fill(cost, from, to + 1);
    from = to + 1;
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
