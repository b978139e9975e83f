import type { Answered } from '../callback/callback-answer.ts';
import type { Unreached } from '../callback/fault.ts';
import type { Clock } from '../clock.ts';
import type { Active } from '../store/rows.ts';

/** If this many hosts fail and none answers, our own network is the likely cause. */
const MIN_HOSTS = 5;
/** Hosts that refuse do so at once; a live host usually answers within this time. */
const ANSWER_MS = 5_000;

/** Recognizes an outage of our own network that the system does not report: a silent firewall. */
export class SilentHosts {
  readonly #clock: Pick<Clock, 'after'>;
  /** Hosts that have failed to answer since the last answer of any host, at most MIN_HOSTS. */
  readonly #hosts = new Set<string>();
  /** The newest version of each topic that any host has answered. */
  readonly #answered = new Map<string, number>();
  /** Resolves at the next answer, to true, or at the end, to false. */
  #nextAnswer = Promise.withResolvers<boolean>();

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /**
   * Resolves to true if no host seems to be reached. Any answer, even an error, shows that this
   * version could have reached the others; one may still come.
   */
  async isOutage(
    { topic, offered, host }: Pick<Active, 'topic' | 'offered' | 'host'>,
    { kind }: Pick<Answered | Unreached, 'kind'>,
  ): Promise<boolean> {
    const answered = this.#answered.get(topic) ?? 0;
    if (kind === 'answered') {
      this.#hosts.clear();
      this.#answered.set(topic, Math.max(answered, offered));
      this.#nextAnswer.resolve(true);
      this.#nextAnswer = Promise.withResolvers();
      return false;
    }
    if (this.#hosts.size < MIN_HOSTS) this.#hosts.add(host);
    if (this.#hosts.size < MIN_HOSTS || offered <= answered) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const cancel = this.#clock.after(ANSWER_MS, () => resolve(false));
    const hasAnswer = await Promise.race([this.#nextAnswer.promise, promise]);
    cancel();
    return !hasAnswer;
  }

  /** Stops waiting: missing answers count as our own fault. */
  stop(): void {
    this.#nextAnswer.resolve(false);
  }
}
