/** Of fewer reviews little can be concluded. */
const ENOUGH_REVIEWS = 5;

/** Whether as many reviews are enough for a conclusion: `low` under 5. */
export function sampleSizeOf(reviewCount: number): 'low' | 'ok' {
  return reviewCount < ENOUGH_REVIEWS ? 'low' : 'ok';
}
