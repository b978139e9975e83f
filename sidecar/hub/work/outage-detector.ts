import type { CallbackClient, Unreached } from '../callback/callback-client.ts';
import type { Clock } from '../clock.ts';

/** How long a failure waits for others, and for a sign that the network works. */
const HOLD_MS = 5_000;
/** Maximum hosts remembered, those that responded last; some of them are tried. */
const MAX_KNOWN = 100;
const TRIED = 4;
const FIRST_PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 60_000;

/** Where the fault lies when a host gives no answer: there, or in our own network. */
export type Verdict = 'remote' | 'local';

type Held = {
  readonly host: string;
  readonly fault: Unreached['fault'];
  readonly resolve: (verdict: Verdict) => void;
};

type Deps = {
  readonly clock: Clock;
  readonly client: Pick<CallbackClient, 'canReach'>;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly onChange: (isPaused: boolean) => void;
};

/**
 * Distinguishes dead hosts from a local network outage. When no host responds, some that responded
 * before are tried: if one accepts a connection, the network works. If none does, no failure is
 * counted, and work pauses until a host responds.
 */
export class OutageDetector {
  readonly #deps: Deps;
  /** When a host responded last; the oldest first. */
  readonly #responses = new Map<string, number>();
  /** Callbacks that acknowledged a delivery, by host; the oldest first. */
  readonly #known = new Map<string, string>();
  #held: Held[] = [];
  #cancelHold = () => {};
  #pauseMs = 0;
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** True while our own network is taken to be down: until some host responds. */
  get isPaused(): boolean {
    return this.#pauseMs > 0;
  }

  /** While paused: how long to wait until a few hosts are tried again. */
  get pauseMs(): number {
    return this.#pauseMs;
  }

  /** A host responded; `callback` is one there that acknowledged a delivery. */
  recordResponse(host: string, callback?: string): void {
    remember(this.#responses, host, this.#deps.clock.now());
    if (callback !== undefined) remember(this.#known, host, callback);
    this.#attributeToHosts((held) => held.host !== host);
    this.#resume();
  }

  /** Resolves when it is known where the fault lies that a host did not respond. */
  async judge(host: string, fault: Unreached['fault'], startedAt: number): Promise<Verdict> {
    if (this.#isClosed) return 'local';
    if (fault === 'blocked' || fault === 'broken') return 'remote';
    if (this.#hasOtherRespondedSince(host, startedAt)) return 'remote';
    if (this.#held.length === 0) {
      this.#cancelHold();
      this.#cancelHold = this.#deps.clock.after(HOLD_MS, () => void this.#decide());
    }
    return new Promise((resolve) => this.#held.push({ host, fault, resolve }));
  }

  /** Judges no more: what waits is taken to be local, so that no failure is counted. */
  close(): void {
    this.#isClosed = true;
    this.#cancelHold();
    for (const { resolve } of this.#held.splice(0)) resolve('local');
  }

  async #decide(): Promise<void> {
    const held = this.#held.splice(0);
    const silent = new Set(held.map(({ host }) => host));
    const known = this.#chooseKnown(silent);
    const isUp = await this.#canReachAny(known);
    if (isUp) this.#resume();
    const isLocal = ({ fault }: Held) => {
      if (this.#isClosed) return true;
      if (isUp) return false;
      // No known host: a single silent one may be gone; several mean that the network is down.
      return known.length > 0 || fault === 'local' || silent.size > 1;
    };
    if (held.some(isLocal)) this.#pause();
    for (const one of held) one.resolve(isLocal(one) ? 'local' : 'remote');
  }

  /** Some that responded recently, and some of all. */
  #chooseKnown(silent: ReadonlySet<string>): string[] {
    const known = [...this.#known].filter(([host]) => !silent.has(host)).toReversed();
    const recent = known.splice(0, TRIED / 2);
    const others = known
      .map((one) => ({ one, place: this.#deps.random() }))
      .toSorted((one, other) => one.place - other.place)
      .slice(0, TRIED / 2);
    return [...recent, ...others.map(({ one }) => one)].map(([, callback]) => callback);
  }

  async #canReachAny(callbacks: readonly string[]): Promise<boolean> {
    const answers = callbacks.map(async (callback) => {
      if (!(await this.#deps.client.canReach(callback))) throw new Error('It is silent, too.');
    });
    return Promise.any(answers).then(
      () => true,
      () => false,
    );
  }

  #attributeToHosts(isProven: (held: Held) => boolean): void {
    if (this.#held.length === 0) return;
    const proven = this.#held.filter(isProven);
    this.#held = this.#held.filter((held) => !isProven(held));
    for (const { resolve } of proven) resolve('remote');
  }

  #pause(): void {
    const wasPaused = this.isPaused;
    this.#pauseMs = Math.min(Math.max(FIRST_PAUSE_MS, 2 * this.#pauseMs), MAX_PAUSE_MS);
    if (!wasPaused) this.#deps.onChange(true);
  }

  #resume(): void {
    if (!this.isPaused) return;
    this.#pauseMs = 0;
    this.#deps.onChange(false);
  }

  #hasOtherRespondedSince(host: string, time: number): boolean {
    return this.#responses.entries().some(([other, at]) => other !== host && at >= time);
  }
}

/** Puts an entry behind all others and removes the oldest beyond the maximum. */
function remember<Value>(entries: Map<string, Value>, host: string, value: Value): void {
  entries.delete(host);
  entries.set(host, value);
  const [oldest] = entries.keys();
  if (entries.size > MAX_KNOWN && oldest !== undefined) entries.delete(oldest);
}
