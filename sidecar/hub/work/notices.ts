import type { AnsweredWithBody } from '../callback/callback-answer.ts';
import type { Unreached } from '../callback/fault.ts';
import type { HubContext } from '../hub-context.ts';
import { MAX_FAILURES } from '../hub-settings.ts';
import type { EndReason, Notice } from '../store/rows.ts';
import type { FailureLog } from './failure-log.ts';
import { HostSlots } from './host-slots.ts';
import { faultOf, jitter, readRetryAfter } from './notification.ts';
import { WorkLoop } from './work-loop.ts';

/** A notice takes no longer than this; a claim outlasts it. */
const CLAIM_MS = 45_000;
const MIN_IDLE_MS = 250;
/** The least until the next attempt, in seconds: on the ladder of retries, and behind its end. */
const LEAST_DELAY = { onLadder: 10, behind: 3600 };

type Deps = Pick<
  HubContext,
  'settings' | 'store' | 'client' | 'clock' | 'random' | 'log' | 'faults'
> & {
  readonly failures: FailureLog;
  readonly mayTakeOver: () => boolean;
  readonly pollMs: number;
};

/** What hub.reason says. */
const REASONS: Readonly<Partial<Record<EndReason, string>>> = {
  failed: `${MAX_FAILURES} consecutive deliveries failed`,
  removed: 'the operator of the hub has removed the subscription',
  blocked: 'the operator of the hub takes no subscriptions of this host',
};

/**
 * Notifies callbacks that their subscriptions have ended (WebSub §5.2). Each notice is stored before it
 * is tried, and tried until the callback answers or its lease would have ended. Notices have slots of
 * their own, and no part in the limits of verifications.
 */
export class NoticeSender {
  readonly #deps: Deps;
  readonly #loop: WorkLoop;
  readonly #slots: HostSlots<Notice>;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { settings, clock, faults } = deps;
    this.#loop = new WorkLoop({ clock, faults, step: () => this.#step() });
    this.#slots = new HostSlots(settings.concurrencyPerHost, {
      run: (notice) => this.#send(notice),
      fail: (error) => this.#loop.fail(error),
      onEnded: () => this.#loop.wake(),
    });
  }

  /** There may be a notice to send. */
  wake(): void {
    this.#loop.wake();
  }

  /** Begins no more notices. Resolves when those in flight are over. */
  async stop(): Promise<void> {
    for (const { id, claim } of await this.#slots.stop(this.#loop.stop())) {
      await this.#deps.store.settleNotice({ id, claim, outcome: 'released' });
    }
  }

  async #step(): Promise<number> {
    const { settings, store, clock, mayTakeOver, pollMs } = this.#deps;
    const now = clock.now();
    const limit = settings.concurrency - this.#slots.size;
    if (limit > 0) {
      const perHost = settings.concurrencyPerHost;
      const work = await store.claimNotices({
        ...{ now, until: now + CLAIM_MS, limit, perHost },
        ...{ busyHosts: this.#slots.hostsWith(perHost), takeOver: mayTakeOver() },
      });
      this.#slots.add(work);
    }
    const next = await store.nextNoticeAt(now);
    if (next === undefined) return pollMs;
    // One that ends wakes before, where there is more than there are slots.
    const ms = next > now || this.#slots.size === 0 ? next - clock.now() : pollMs;
    return Math.min(Math.max(ms, MIN_IDLE_MS), pollMs);
  }

  async #send({ id, claim, topic, callback, host, reason, attempts }: Notice): Promise<void> {
    const { client, store, clock, log, settings, random } = this.#deps;
    const parameters = {
      'hub.mode': 'denied',
      'hub.topic': topic,
      'hub.reason': REASONS[reason] ?? reason,
    };
    const answer = await client.get(callback, Object.entries(parameters), { maxBytes: 0 });
    const at = clock.now();
    if (this.#slots.isStopping && answer.kind === 'unreached' && answer.fault === 'local') {
      // We ended it ourselves.
      await store.settleNotice({ id, claim, outcome: 'released' });
      return;
    }
    if (isAnswered(answer)) {
      await store.settleNotice({ id, claim, outcome: 'answered', at });
      log('info', 'a callback was notified that its subscription has ended', { host, topic });
      return;
    }
    const { retryDelays } = settings;
    const least = attempts < retryDelays.length ? LEAST_DELAY.onLadder : LEAST_DELAY.behind;
    const delay = Math.max(retryDelays[attempts] ?? retryDelays.at(-1) ?? 0, least);
    const asked = answer.kind === 'answered' ? readRetryAfter(answer, at) : 0;
    const readyAt = at + Math.max(jitter(delay * 1000, random), asked ?? 0);
    const fault = faultOf(answer);
    this.#deps.failures.fail('a notice of an end failed', fault, { host, topic, id });
    await store.settleNotice({
      ...{ id, claim, outcome: 'failed', attempts: attempts + 1, readyAt, fault },
    });
  }
}

/** Whether the subscriber itself has answered: a proxy that cannot reach it says 5xx, or 429. */
function isAnswered(answer: AnsweredWithBody | Unreached): boolean {
  return answer.kind === 'answered' && answer.status < 500 && answer.status !== 429;
}
