/** A count of each key. Keys that do not occur are absent. */
export class Counts<Key> extends Map<Key, number> {
  add(key: Key): void {
    this.set(key, this.of(key) + 1);
  }

  of(key: Key): number {
    return this.get(key) ?? 0;
  }
}

/** Groups items by each of their keys. */
export function groupByEach<Item, Key>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly Key[],
): ReadonlyMap<Key, readonly Item[]> {
  const pairs = items.flatMap((item) => keysOf(item).map((key) => ({ key, item })));
  const groups = Map.groupBy(pairs, ({ key }) => key);
  return new Map([...groups].map(([key, own]) => [key, own.map(({ item }) => item)]));
}

/** A sum of ratings. */
export class RatingSum {
  #count = 0;
  // In half stars, so that the sums are exact integers.
  #halfStars = 0;
  #squares = 0;

  static of(ratings: Iterable<number>): RatingSum {
    const sum = new RatingSum();
    for (const ratingValue of ratings) sum.add(ratingValue);
    return sum;
  }

  add(ratingValue: number, times = 1): void {
    this.#count += times;
    this.#halfStars += ratingValue * 2 * times;
    this.#squares += (ratingValue * 2) ** 2 * times;
  }

  /** All that it holds: pages, which are bundled, have a class of their own. */
  get sums(): readonly [count: number, halfStars: number, squares: number] {
    return [this.#count, this.#halfStars, this.#squares];
  }

  /** Adds the ratings of another sum. */
  join({ sums: [count, halfStars, squares] }: Pick<RatingSum, 'sums'>): void {
    this.#count += count;
    this.#halfStars += halfStars;
    this.#squares += squares;
  }

  get count(): number {
    return this.#count;
  }

  /** The mean, rounded half up to two decimals; null without ratings. */
  get mean(): number | null {
    if (this.#count === 0) return null;
    return Math.floor((this.#halfStars * 100 + this.#count) / (2 * this.#count)) / 100;
  }

  /** The mean, not rounded, and the variance; NaN without ratings. */
  get moments(): { readonly mean: number; readonly variance: number } {
    const [n, sum, squares] = this.sums;
    return { mean: sum / (2 * n), variance: (n * squares - sum ** 2) / (4 * n ** 2) };
  }
}
