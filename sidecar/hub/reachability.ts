import type { CallbackClient, Unreached } from './callback/callback-client.ts';
import type { Clock } from './clock.ts';

/** So long a failure waits for others, and for a sign that the network works. */
const HOLD_MS = 5_000;
/** So many hosts are remembered, those that were heard last; some of them are tried. */
const MAX_KNOWN = 100;
const TRIED = 4;
const FIRST_PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 60_000;

/** Whose fault it is that a host gave no answer. */
export type Verdict = 'theirs' | 'ours';

type Held = {
  readonly host: string;
  readonly fault: Unreached['fault'];
  readonly tell: (verdict: Verdict) => void;
};

type Parts = {
  readonly clock: Clock;
  readonly client: Pick<CallbackClient, 'canReach'>;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly onChange: (isPaused: boolean) => void;
};

/**
 * Tells hosts that are down from a network of ours that is. Where nobody is heard, some of those
 * that were heard before are tried: if one of them takes a connection, it is not us. If none does,
 * nobody is blamed, and work pauses until somebody is heard.
 */
export class Reachability {
  readonly #parts: Parts;
  /** When something came back from a host; the oldest first. */
  readonly #heard = new Map<string, number>();
  /** Callbacks that took what they were sent, by host; the oldest first. */
  readonly #known = new Map<string, string>();
  #held: Held[] = [];
  #cancelHold = () => {};
  #pauseMs = 0;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** True from the moment that our own network is taken to be down until some host is heard. */
  get isPaused(): boolean {
    return this.#pauseMs > 0;
  }

  /** While paused: how long to wait until a few hosts are tried again. */
  get pauseMs(): number {
    return this.#pauseMs;
  }

  /** Something came back from a host; with a callback there that took what it was sent. */
  hear(host: string, callback?: string): void {
    remember(this.#heard, host, this.#parts.clock.now());
    if (callback !== undefined) remember(this.#known, host, callback);
    this.#blame((held) => held.host !== host);
    this.#resume();
  }

  /** Resolves when it is known whose fault it is that nothing came back from a host. */
  async judge(host: string, fault: Unreached['fault'], startedAt: number): Promise<Verdict> {
    if (this.#isClosed) return 'ours';
    if (fault === 'blocked' || fault === 'broken') return 'theirs';
    if (this.#wasAnotherHeardSince(host, startedAt)) return 'theirs';
    if (this.#held.length === 0) {
      this.#cancelHold();
      this.#cancelHold = this.#parts.clock.after(HOLD_MS, () => void this.#decide());
    }
    return new Promise((tell) => this.#held.push({ host, fault, tell }));
  }

  /** Nothing is judged any more: what waits is taken to be ours, so that nobody is blamed. */
  close(): void {
    this.#isClosed = true;
    this.#cancelHold();
    for (const { tell } of this.#held.splice(0)) tell('ours');
  }

  async #decide(): Promise<void> {
    const held = this.#held.splice(0);
    const silent = new Set(held.map(({ host }) => host));
    const known = this.#chooseKnown(silent);
    const isUp = await this.#canReachAny(known);
    if (isUp) this.#resume();
    const isOurs = ({ fault }: Held) => {
      if (this.#isClosed) return true;
      if (isUp) return false;
      // Nobody to ask: a lone host that is silent may be gone; without a network not even that is
      // known.
      return known.length > 0 || fault === 'local' || silent.size > 1;
    };
    if (held.some(isOurs)) this.#pause();
    for (const one of held) one.tell(isOurs(one) ? 'ours' : 'theirs');
  }

  /** Some that were heard of late, and some of all. */
  #chooseKnown(silent: ReadonlySet<string>): string[] {
    const known = [...this.#known].filter(([host]) => !silent.has(host)).toReversed();
    const recent = known.splice(0, TRIED / 2);
    const others = known
      .map((one) => ({ one, place: this.#parts.random() }))
      .toSorted((one, other) => one.place - other.place)
      .slice(0, TRIED / 2)
      .map(({ one }) => one);
    return [...recent, ...others].map(([, callback]) => callback);
  }

  async #canReachAny(callbacks: readonly string[]): Promise<boolean> {
    const answers = callbacks.map(async (callback) => {
      if (!(await this.#parts.client.canReach(callback))) throw new Error('It is silent, too.');
    });
    return Promise.any(answers).then(
      () => true,
      () => false,
    );
  }

  #blame(isProven: (held: Held) => boolean): void {
    if (this.#held.length === 0) return;
    const proven = this.#held.filter(isProven);
    this.#held = this.#held.filter((held) => !isProven(held));
    for (const { tell } of proven) tell('theirs');
  }

  #pause(): void {
    const wasPaused = this.isPaused;
    this.#pauseMs = Math.min(Math.max(FIRST_PAUSE_MS, 2 * this.#pauseMs), MAX_PAUSE_MS);
    if (!wasPaused) this.#parts.onChange(true);
  }

  #resume(): void {
    if (!this.isPaused) return;
    this.#pauseMs = 0;
    this.#parts.onChange(false);
  }

  #wasAnotherHeardSince(host: string, time: number): boolean {
    for (const [other, at] of this.#heard) if (other !== host && at >= time) return true;
    return false;
  }
}

/** Puts an entry behind all others; the oldest goes where there are too many. */
function remember<Value>(entries: Map<string, Value>, host: string, value: Value): void {
  entries.delete(host);
  entries.set(host, value);
  const [oldest] = entries.keys();
  if (entries.size > MAX_KNOWN && oldest !== undefined) entries.delete(oldest);
}
