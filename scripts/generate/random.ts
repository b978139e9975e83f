export type Random = ReturnType<typeof createRandom>;

/** Creates a generator (mulberry32). It is fast and even enough for text; it is not for secrets. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  /** Returns a number from 0 up to, but not including, 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    integer,
    chance: (share: number) => next() < share,
    pick: <Item>(items: readonly Item[]): Item => itemAt(items, integer(0, items.length - 1)),
    /** Picks by weights, one for each item. */
    weigh: <Item>(items: readonly Item[], weights: readonly number[]): Item => {
      let draw = next() * weights.reduce((sum, weight) => sum + weight, 0);
      const index = weights.findIndex((weight) => {
        draw -= weight;
        return draw < 0;
      });
      return itemAt(items, index < 0 ? items.length - 1 : index);
    },
    /** Normally distributed, with mean 0 and standard deviation 1 (Box and Muller's method). */
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}

/**
 * Returns a function that draws as people use words: the first items all the time, most others
 * hardly ever. By the law of Zipf and Mandelbrot, the weight is 1 / (rank + 2.7).
 */
export function createDraw<Item>(items: readonly Item[], { next }: Random): () => Item {
  let total = 0;
  const sums = items.map((_, rank) => {
    total += 1 / (rank + 2.7);
    return total;
  });
  return () => {
    const draw = next() * total;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] ?? 0) > draw) high = middle;
      else low = middle + 1;
    }
    return itemAt(items, low);
  };
}

function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError('There is nothing to pick from.');
  return item;
}
