import type { Unreached } from '../callback/callback-client.ts';
import type { Clock } from '../clock.ts';

/** So long a failure waits for a sign that the network works. */
const HOLD_MS = 5_000;
/** What was heard of hosts longer ago says nothing. */
const MEMORY_MS = 3_600_000;
const MAX_HOSTS = 1_000;
const FIRST_PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 60_000;

/** Whose fault it is that a host gave no answer. */
export type Verdict = 'theirs' | 'ours';

type Last = { readonly at: number; readonly wasHeard: boolean };
type Held = {
  readonly host: string;
  readonly fault: Unreached['fault'];
  readonly tell: (verdict: Verdict) => void;
};

/**
 * Tells hosts that are down from a network of ours that is. Where most hosts that were tried are
 * out of reach alike, it is ours: nobody is blamed, and work pauses until one of them is heard.
 */
export class Reachability {
  readonly #clock: Clock;
  readonly #onChange: (isPaused: boolean) => void;
  /** The newest result of each host, the oldest first. */
  readonly #last = new Map<string, Last>();
  #held: Held[] = [];
  #cancelHold = () => {};
  #pauseMs = 0;
  #isClosed = false;

  constructor(clock: Clock, onChange: (isPaused: boolean) => void = () => {}) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** True from the moment that our own network is taken to be down until some host is heard. */
  get isPaused(): boolean {
    return this.#pauseMs > 0;
  }

  /** While paused: how long to wait until a few hosts are tried again. */
  get pauseMs(): number {
    return this.#pauseMs;
  }

  /** Something came back from a host. */
  hear(host: string): void {
    this.#remember(host, true);
    const [same, others] = partition(this.#held, (one) => one.host === host);
    this.#held = same;
    for (const { tell } of others) tell('theirs');
    if (!this.isPaused) return;
    this.#pauseMs = 0;
    this.#onChange(false);
  }

  /** Resolves when it is known whose fault it is that nothing came back from a host. */
  async judge(host: string, fault: Unreached['fault'], startedAt: number): Promise<Verdict> {
    if (this.#isClosed) return 'ours';
    if (fault === 'blocked') return 'theirs';
    if (fault === 'broken') {
      this.hear(host);
      return 'theirs';
    }
    this.#remember(host, false);
    if (this.#wasAnotherHeardSince(host, startedAt)) return 'theirs';
    if (this.#held.length === 0) {
      this.#cancelHold();
      this.#cancelHold = this.#clock.after(HOLD_MS, () => this.#decide());
    }
    return new Promise((tell) => this.#held.push({ host, fault, tell }));
  }

  /** Nothing is judged any more: what waits is taken to be ours, so that nobody is blamed. */
  close(): void {
    this.#isClosed = true;
    this.#cancelHold();
    for (const { tell } of this.#held.splice(0)) tell('ours');
  }

  #decide(): void {
    const { heard, quiet } = this.#tally();
    const held = this.#held.splice(0);
    const isOurs = ({ fault }: Held) =>
      // A lone host that is silent may be gone; without a network not even that is known.
      quiet > heard && (fault === 'local' || quiet > 1);
    if (held.some(isOurs)) {
      const wasPaused = this.isPaused;
      this.#pauseMs = Math.min(Math.max(FIRST_PAUSE_MS, 2 * this.#pauseMs), MAX_PAUSE_MS);
      if (!wasPaused) this.#onChange(true);
    }
    for (const one of held) one.tell(isOurs(one) ? 'ours' : 'theirs');
  }

  #tally(): { heard: number; quiet: number } {
    const since = this.#clock.now() - MEMORY_MS;
    const recent = [...this.#last.values()].filter(({ at }) => at >= since);
    const heard = recent.filter(({ wasHeard }) => wasHeard).length;
    return { heard, quiet: recent.length - heard };
  }

  #wasAnotherHeardSince(host: string, time: number): boolean {
    for (const [other, { at, wasHeard }] of this.#last) {
      if (other !== host && wasHeard && at >= time) return true;
    }
    return false;
  }

  #remember(host: string, wasHeard: boolean): void {
    this.#last.delete(host);
    this.#last.set(host, { at: this.#clock.now(), wasHeard });
    const [oldest] = this.#last.keys();
    if (this.#last.size > MAX_HOSTS && oldest !== undefined) this.#last.delete(oldest);
  }
}

function partition<Value>(
  values: readonly Value[],
  matches: (value: Value) => boolean,
): [matching: Value[], others: Value[]] {
  return [values.filter(matches), values.filter((value) => !matches(value))];
}
