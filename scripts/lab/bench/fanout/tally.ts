import { hash } from 'node:crypto';
import { z } from 'zod';

export const Arrivals = z.object({
  total: z.number(),
  callbacks: z.number(),
  strangers: z.number(),
  lengths: z.array(z.number()),
  /** SHA-256 of some bodies, hex, each once. */
  hashes: z.array(z.string()),
  connections: z.number(),
  headers: z.record(z.string(), z.string()),
  /** By the machine's clock: the head of the first POST and the end of the last body. */
  firstAt: z.number().nullable(),
  lastAt: z.number().nullable(),
});
export type Arrivals = z.infer<typeof Arrivals>;

const SAMPLED = 50;
const CALLBACK = /^\/s\/(\d{1,7})$/;

export function callbackPath(number: number): string {
  return `/s/${number}`;
}

export class Tally {
  readonly #expected: number;
  readonly #seen: Uint8Array;
  readonly #lengths = new Set<number>();
  readonly #hashes = new Set<string>();
  readonly #complete = Promise.withResolvers<void>();
  #headers: Record<string, string> = {};
  #begun = 0;
  #total = 0;
  #callbacks = 0;
  #strangers = 0;
  #connections = 0;
  #firstAt: number | null = null;
  #lastAt: number | null = null;

  constructor(expected: number) {
    this.#expected = expected;
    this.#seen = new Uint8Array(expected);
  }

  get complete(): Promise<void> {
    return this.#complete.promise;
  }

  connect(): void {
    this.#connections++;
  }

  begin(headers: () => Record<string, string>, at: number): boolean {
    if (this.#firstAt === null) {
      this.#firstAt = at;
      this.#headers = headers();
    }
    return this.#begun++ % SAMPLED === 0;
  }

  end(path: string, length: number, sample: readonly Buffer[] | undefined, at: number): void {
    this.#lastAt = at;
    this.#lengths.add(length);
    if (sample) this.#hashes.add(hash('sha256', Buffer.concat(sample), 'hex'));
    this.#mark(path);
    this.#total++;
    if (this.#total === this.#expected) this.#complete.resolve();
  }

  arrivals(): Arrivals {
    return {
      total: this.#total,
      callbacks: this.#callbacks,
      strangers: this.#strangers,
      lengths: [...this.#lengths],
      hashes: [...this.#hashes],
      connections: this.#connections,
      headers: this.#headers,
      firstAt: this.#firstAt,
      lastAt: this.#lastAt,
    };
  }

  #mark(path: string): void {
    const number = Number(CALLBACK.exec(path)?.[1] ?? Number.NaN);
    const before = this.#seen[number];
    if (before === undefined) this.#strangers++;
    else if (before === 0) {
      this.#seen[number] = 1;
      this.#callbacks++;
    }
  }
}

/** Throws an Error unless each callback got this very body once: other times and rates mean nothing. */
export function checkArrivals(arrivals: Arrivals, count: number, body: Buffer): void {
  const { total, callbacks, strangers, lengths, hashes } = arrivals;
  if (total !== count || callbacks !== count || strangers > 0) {
    throw new Error(
      `${count} callbacks were to get a body; ${total} bodies came to ${callbacks} of them, ${strangers} elsewhere`,
    );
  }
  if (lengths.length !== 1 || lengths[0] !== body.length) {
    throw new Error(`bodies of ${lengths.join(', ')} bytes came in place of ${body.length}`);
  }
  if (hashes.length !== 1 || hashes[0] !== hash('sha256', body, 'hex')) {
    throw new Error(`${hashes.length} kinds of bodies came, or another than is served`);
  }
}

/** Milliseconds of a clock that all processes of a machine share, and that nobody sets. */
export function machineTime(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
