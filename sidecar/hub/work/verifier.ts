import { TokenBuckets } from '../../http/token-buckets.ts';
import { networksOf } from '../callback/callback-url.ts';
import type { Fault } from '../callback/fault.ts';
import type { HubContext } from '../hub-context.ts';
import { MAX_ANSWER_BYTES, VERIFICATION_RATE } from '../hub-settings.ts';
import type { Postponement } from '../store/hub-store.ts';
import type { Verification } from '../store/rows.ts';
import type { FailureLog } from './failure-log.ts';
import { HostSlots } from './host-slots.ts';
import { NetworkPace } from './network-pace.ts';
import { createVerificationParameters, decideVerification } from './verification.ts';
import { WorkLoop } from './work-loop.ts';

/** A verification takes no longer than this; a claim outlasts it. */
const CLAIM_MS = 45_000;
const MIN_IDLE_MS = 250;
/** How long to wait for a host that has as much to do as it may. */
const BLOCKED_MS = 1_000;
/** Requests of a client that was served within this time come after those of the others. */
const SERVED_MS = 60_000;
const MAX_SERVED = 1_000;

type Deps = Pick<
  HubContext,
  'settings' | 'store' | 'client' | 'clock' | 'createChallenge' | 'log' | 'faults'
> & {
  readonly failures: FailureLog;
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
  readonly #slots: HostSlots<Verification>;
  /** How often a host may be asked, and a network; undefined where there is no limit. */
  readonly #hosts: TokenBuckets | undefined;
  readonly #networks: NetworkPace | undefined;
  /** When a request of a client began to be verified last; the oldest first. */
  readonly #served = new Map<string, number>();
  #mayHaveMore = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { settings, clock, faults } = deps;
    this.#hosts = settings.isRateLimited ? new TokenBuckets(VERIFICATION_RATE) : undefined;
    this.#networks = settings.isRateLimited ? new NetworkPace() : undefined;
    this.#loop = new WorkLoop({ clock, faults, step: () => this.#step() });
    this.#slots = new HostSlots(settings.concurrencyPerHost, {
      run: (verification) => this.#verify(verification),
      fail: (error) => this.#loop.fail(error),
      onEnded: () => {
        if (this.#mayHaveMore) this.#loop.wake();
      },
    });
  }

  /** There may be a request to verify. */
  wake(): void {
    this.#loop.wake();
  }

  /** Begins no more verifications. Resolves when those in flight are over. */
  async stop(): Promise<void> {
    const { store, clock } = this.#deps;
    for (const { id, attempts } of await this.#slots.stop(this.#loop.stop())) {
      await store.postpone(id, { attempts, readyAt: clock.now() }, 0, clock.now());
    }
  }

  async #step(): Promise<number | undefined> {
    const { settings, store, clock, pollMs } = this.#deps;
    const now = clock.now();
    const room = settings.concurrency - this.#slots.size;
    // Assumed until it is known: verifications that end meanwhile wake the loop.
    this.#mayHaveMore = true;
    if (room > 0) {
      // First those who were not served lately, so that no client holds up the others.
      const servedClients = this.#servedSince(now - SERVED_MS);
      const first = await this.#claim(now, room, servedClients);
      const left = servedClients.length > 0 ? room - first : 0;
      const others = left > 0 ? await this.#claim(now, left, []) : 0;
      this.#mayHaveMore ||= first + others >= Math.min(room, settings.concurrencyPerHost);
    }
    const next = await store.nextVerificationAt();
    if (next === undefined) return pollMs;
    // What was ready and is not claimed waits for its host: for a slot that gets free, or a token.
    const ms = next > now ? next - clock.now() : BLOCKED_MS;
    return Math.min(Math.max(ms, MIN_IDLE_MS), pollMs);
  }

  /** Claims requests and begins to verify them. Resolves to how many. */
  async #claim(now: number, limit: number, servedClients: readonly string[]): Promise<number> {
    const { settings, store, mayTakeOver } = this.#deps;
    const perHost = settings.concurrencyPerHost;
    const busyHosts = [...(this.#hosts?.empty(now) ?? []), ...this.#slots.hostsWith(perHost)];
    const work = await store.claimVerifications({
      ...{ now, until: now + CLAIM_MS, limit, busyHosts, perHost, servedClients },
      takeOver: mayTakeOver(),
    });
    this.#mayHaveMore = busyHosts.length > 0;
    for (const { client } of work) this.#serve(client, now);
    this.#slots.add(work);
    return work.length;
  }

  #serve(client: string, now: number): void {
    this.#served.delete(client);
    this.#served.set(client, now);
    const [oldest] = this.#served.keys();
    if (this.#served.size > MAX_SERVED && oldest !== undefined) this.#served.delete(oldest);
  }

  #servedSince(time: number): string[] {
    return [...this.#served].filter(([, at]) => at >= time).map(([client]) => client);
  }

  async #verify(verification: Verification): Promise<void> {
    const { settings, store, client, clock, failures, log } = this.#deps;
    const { id, callback, host, topic, leaseSeconds, attempts } = verification;
    const startedAt = clock.now();
    if (this.#hosts && !this.#hosts.take(host, startedAt)) {
      const readyAt = startedAt + this.#hosts.waitFor(host, startedAt);
      await this.#postpone(verification, { attempts, readyAt });
      return;
    }
    const challenge = this.#deps.createChallenge();
    let networks: readonly string[] = [];
    const answer = await client.get(
      callback,
      createVerificationParameters({ ...verification, challenge }),
      {
        maxBytes: MAX_ANSWER_BYTES,
        admit: (addresses) => {
          networks = networksOf(addresses);
          return this.#networks?.admit(networks, verification.client, startedAt) ?? true;
        },
      },
    );
    if (this.#slots.isStopping && answer.kind === 'unreached' && answer.fault === 'local') {
      // We ended it ourselves.
      await this.#postpone(verification, { attempts, readyAt: clock.now() });
      return;
    }
    const verdict = decideVerification(verification, {
      ...{ answer, challenge, now: clock.now(), retryDelays: settings.retryDelays },
    });
    if (verdict.kind === 'postponed') {
      await this.#postpone(verification, { ...verdict.postponement, network: networks[0] });
    } else if (verdict.kind === 'refused') await this.#refuse(verification, verdict);
    else {
      // The lease runs from the verification request on (WebSub §5.3).
      const confirmation = await store.confirm(id, startedAt + leaseSeconds * 1000, clock.now());
      this.#deps.onConfirmed(verification);
      log('info', `a request was verified: ${confirmation}`, { host, topic });
    }
    if (verdict.kind !== 'confirmed' && verdict.fault.kind === 'local') {
      failures.fail('a verification failed on our own side', verdict.fault, { host, topic });
    }
  }

  async #refuse(
    { id, mode, host, topic }: Verification,
    { fault, isCrowded }: { readonly fault: Fault; readonly isCrowded: boolean },
  ): Promise<void> {
    const { store, clock, failures } = this.#deps;
    await store.refuse(id, isCrowded ? 'crowded' : 'refused', fault, clock.now());
    if (isCrowded) failures.refuse('crowded');
    failures.fail(`a request to ${mode} was not verified`, fault, { host, topic, id });
  }

  async #postpone(verification: Verification, postponement: Postponement): Promise<void> {
    const { store, clock, settings, failures } = this.#deps;
    const now = clock.now();
    const most = settings.maxPendingPerClient;
    const outcome = await store.postpone(verification.id, postponement, most, now);
    if (outcome !== 'accepted') failures.refuse(outcome);
    if (outcome !== 'network-full') this.#loop.wake(Math.max(postponement.readyAt - now, 1));
  }
}
