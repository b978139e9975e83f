import type { TokenBuckets } from '../../http/rate-limit.ts';
import { type AnsweredWithBody, isSuccess, type Unreached } from '../callback/callback-client.ts';
import type { HubContext } from '../hub-context.ts';
import type { Verification } from '../store/hub-store.ts';
import { HostQueues } from './host-queues.ts';
import type { OutageDetector } from './outage-detector.ts';
import { WorkLoop } from './work-loop.ts';

/** A verification takes no longer than this; a claim outlasts it. */
const CLAIM_MS = 45_000;
const MIN_IDLE_MS = 250;
/** How long to wait for a host that has as much to do as it may. */
const BLOCKED_MS = 1_000;
/** How long a request waits while our own network is down. */
const OUTAGE_MS = 60_000;

type Deps = Pick<
  HubContext,
  'settings' | 'store' | 'client' | 'clock' | 'createChallenge' | 'log' | 'faults'
> & {
  readonly outages: OutageDetector;
  /** How often a host may be asked; undefined where there is no limit. */
  readonly buckets: TokenBuckets | undefined;
  /** Called when a request has taken effect. */
  readonly onConfirmed: (verification: Verification) => void;
  readonly mayTakeOver: () => boolean;
  readonly pollMs: number;
};

/**
 * Asks callbacks whether they want what was asked for in their name (WebSub §5.3). Until they agree
 * nothing changes; a request that a newer one has replaced has no effect whatever the answer.
 */
export class Verifier {
  readonly #deps: Deps;
  readonly #loop: WorkLoop;
  readonly #queues: HostQueues<Verification>;
  readonly #inFlight = new Set<Promise<void>>();
  #mayHaveMore = false;
  #isStopping = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { settings, clock, faults } = deps;
    this.#queues = new HostQueues(settings.concurrencyPerHost);
    this.#loop = new WorkLoop({ clock, faults, step: () => this.#step() });
  }

  /** There may be a request to verify. */
  wake(): void {
    this.#loop.wake();
  }

  /** Begins no more verifications. Resolves when those in flight are over. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#loop.stop();
    await Promise.all(this.#inFlight);
    const { store, clock } = this.#deps;
    for (const { id, attempts } of this.#queues.drop(() => true)) {
      await store.postpone(id, attempts, clock.now());
    }
  }

  async #step(): Promise<number | undefined> {
    const { settings, store, clock, buckets, mayTakeOver, pollMs } = this.#deps;
    const now = clock.now();
    const limit = settings.concurrency - this.#inFlight.size;
    // Assumed until it is known: verifications that end meanwhile wake the loop.
    this.#mayHaveMore = true;
    const resting = buckets?.empty(now) ?? [];
    if (limit > 0) {
      const perHost = settings.concurrencyPerHost;
      const busyHosts = [...resting, ...this.#queues.hostsWith(perHost)];
      const work = await store.claimVerifications({
        ...{ now, until: now + CLAIM_MS, limit, busyHosts, perHost },
        takeOver: mayTakeOver(),
      });
      this.#mayHaveMore = busyHosts.length > 0 || work.length >= Math.min(limit, perHost);
      for (const verification of work) this.#queues.add(verification);
      this.#fill();
    }
    const next = await store.nextVerificationAt();
    if (next === undefined) return pollMs;
    // What was ready and is not claimed waits for its host: for a slot that gets free, or a token.
    const ms = next > now ? next - clock.now() : BLOCKED_MS;
    return Math.min(Math.max(ms, MIN_IDLE_MS), pollMs);
  }

  #fill(): void {
    while (!this.#isStopping) {
      const verification = this.#queues.take();
      if (!verification) return;
      const run = this.#verify(verification)
        .catch((error: unknown) => this.#loop.fail(error))
        .finally(() => {
          this.#inFlight.delete(run);
          this.#queues.end(verification.host);
          this.#fill();
          if (this.#mayHaveMore) this.#loop.wake();
        });
      this.#inFlight.add(run);
    }
  }

  async #verify(verification: Verification): Promise<void> {
    const { settings, store, client, clock, buckets, outages, log } = this.#deps;
    const { id, mode, callback, host, leaseSeconds, attempts } = verification;
    const startedAt = clock.now();
    if (buckets && !buckets.take(host, startedAt)) {
      await this.#postpone(id, attempts, buckets.waitFor(host, startedAt));
      return;
    }
    const challenge = this.#deps.createChallenge();
    const answer = await client.get(
      callback,
      [
        ['hub.mode', mode],
        ['hub.topic', verification.topicAsGiven],
        ['hub.challenge', challenge],
        ['hub.lease_seconds', String(leaseSeconds)],
      ],
      challenge.length,
    );
    if (answer.kind === 'answered') outages.recordResponse(host);
    // Only failed deliveries, to those who agreed, show an outage: strangers could feign one.
    else if (outages.isPaused) {
      await this.#postpone(id, attempts, OUTAGE_MS);
      return;
    }
    const verdict = decideVerification(answer, challenge, attempts, settings.retryDelays);
    if (verdict.kind === 'postponed') {
      await this.#postpone(id, verdict.attempts, verdict.afterMs);
      return;
    }
    if (verdict.kind === 'refused') {
      await store.refuse(id);
      log('info', `a callback was asked to ${mode} and did not agree: ${verdict.reason}`, { host });
      return;
    }
    // The lease runs from the verification request on (WebSub §5.3).
    const confirmation = await store.confirm(id, startedAt + leaseSeconds * 1000, clock.now());
    outages.recordResponse(host, callback);
    this.#deps.onConfirmed(verification);
    log('info', `a request was verified: ${confirmation}`, { host, topic: verification.topic });
  }

  async #postpone(id: number, attempts: number, afterMs: number): Promise<void> {
    const { store, clock } = this.#deps;
    await store.postpone(id, attempts, clock.now() + afterMs);
    this.#loop.wake(afterMs);
  }
}

/** How often a request is tried again where there was no answer. */
const MAX_RETRIES = 2;
/** Seconds until these retries, where the configuration names none. */
const DEFAULT_DELAYS = [10, 60];
/** How long a request waits where too many were sent to its network recently. */
const CROWDED_MS = 6_000;

/** What follows from the answer to a verification request. */
type Verdict =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'postponed'; readonly attempts: number; readonly afterMs: number };

/**
 * Any answer is final (WebSub §5.3.1): a 2xx whose body is the challenge and nothing else agrees,
 * all others refuse. Where no answer came the callback is asked again, twice at most; not at all
 * where its address is forbidden.
 */
export function decideVerification(
  answer: AnsweredWithBody | Unreached,
  challenge: string,
  attempts: number,
  retryDelays: readonly number[] = DEFAULT_DELAYS,
): Verdict {
  if (answer.kind === 'unreached') {
    if (answer.fault === 'crowded') return { kind: 'postponed', attempts, afterMs: CROWDED_MS };
    if (answer.fault === 'blocked' || attempts >= MAX_RETRIES) {
      return { kind: 'refused', reason: answer.message };
    }
    const delays = retryDelays.length > 0 ? retryDelays : DEFAULT_DELAYS;
    const delay = delays[Math.min(attempts, delays.length - 1)] ?? 0;
    return { kind: 'postponed', attempts: attempts + 1, afterMs: delay * 1000 };
  }
  const { status, body } = answer;
  if (!isSuccess(answer)) return { kind: 'refused', reason: `it answered ${status}` };
  if (!body.equals(Buffer.from(challenge))) {
    return { kind: 'refused', reason: `its ${status} did not repeat the challenge alone` };
  }
  return { kind: 'confirmed' };
}
