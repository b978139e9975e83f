export type Random = {
  /** From 0 up to, but not including, 1. */
  readonly next: () => number;
  readonly integer: (least: number, most: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  /** Picks by weight: the first item whose running sum passes the draw. */
  readonly weigh: <Item>(choices: readonly (readonly [weight: number, item: Item])[]) => Item;
  /** Normally distributed, with mean 0 and standard deviation 1. */
  readonly normal: () => number;
};

/** Creates a generator (mulberry32). It is fast and even enough for text; it is not for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
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
    chance: (share) => next() < share,
    pick: (items) => itemAt(items, integer(0, items.length - 1)),
    weigh: (choices) => {
      let draw = next() * choices.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, item] of choices) {
        draw -= weight;
        if (draw < 0) return item;
      }
      return itemAt(choices, choices.length - 1)[1];
    },
    // Box and Muller's method; 1 - next() is never 0, whose logarithm is infinite.
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}

function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError('There is nothing to pick from.');
  return item;
}
