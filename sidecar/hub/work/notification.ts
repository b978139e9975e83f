import { createHmac } from 'node:crypto';
import { notificationLink } from '#artifacts/catalog.ts';
import type { Pieces } from '#search/corpus/pieces.ts';
import { parseHttpDate } from '../../http/headers.ts';
import { type Answered, isSuccess } from '../callback/callback-answer.ts';
import type { Fault, Unreached } from '../callback/fault.ts';
import type { Clock } from '../clock.ts';
import { MAX_FAILURES, type SignatureAlgorithm } from '../hub-settings.ts';
import type { Settlement } from '../store/hub-store.ts';
import type { Delivery } from '../store/rows.ts';

/** Each delay is longer by up to this part, so that retries of many do not coincide. */
const JITTER = 0.2;
/** The longest that a subscriber may ask to wait. */
const MAX_RETRY_AFTER_MS = 86_400_000;
/** How long an attempt waits that failed on our own side. */
const LOCAL_MS = 60_000;

/** A delay of at least this, by a number from 0 up to 1. */
export function jitter(ms: number, random: () => number): number {
  return Math.round(ms * (1 + JITTER * random()));
}

type Policy = {
  /** Seconds between the attempts at one content, the last going on. */
  readonly retryDelays: readonly number[];
  /** Seconds within which failures count as one. */
  readonly failureSpacing: number;
  /** A number from 0 up to 1. */
  readonly random: () => number;
};

/** An attempt that is over. */
export type Attempt = {
  readonly result: Answered | Unreached;
  readonly startedAt: number;
  readonly endedAt: number;
  /** True if no host answers, so that the fault is probably our own. */
  readonly isNobodyReached: boolean;
};

/**
 * What follows from an attempt. Any 2xx acknowledges (WebSub §7); 410 ends the subscription; all
 * else is a failure, which counts where it is the first attempt at this content. Three in a row end
 * the subscription (part 6, rule 5). The same content is tried again until the lease ends, which
 * Retry-After of a 429 or 503 can put off. A fault of our own is not counted. While no host can be
 * reached, only first attempts are spared: the hosts that are left to retry may all be dead.
 */
export function decideSettlement(
  delivery: Delivery,
  { result, startedAt, endedAt, isNobodyReached }: Attempt,
  { retryDelays, failureSpacing, random }: Policy,
): Settlement {
  const { id, claim, sequence, failures, expiresAt } = delivery;
  const at = endedAt;
  if (result.kind === 'answered' && isSuccess(result)) {
    return { id, claim, outcome: 'acknowledged', sequence, at, latencyMs: at - startedAt };
  }
  const fault = faultOf(result);
  const over = { id, claim, outcome: 'ended', at, fault, expiresAt } as const;
  if (fault.status === 410) return { ...over, reason: 'gone' };
  const attempts = delivery.tried < sequence ? 0 : delivery.attempts;
  const { countedAt } = delivery;
  const failed = { ...over, outcome: 'failed', sequence, attempts, failures, countedAt } as const;
  const isOurs = fault.kind === 'local' || (isNobodyReached && attempts === 0);
  if (isOurs) return { ...failed, readyAt: at + LOCAL_MS };
  // A clock may be set back.
  const isApart = Math.abs(at - (countedAt ?? 0)) >= failureSpacing * 1000;
  const isCounted = attempts === 0 && (failures === 0 || isApart);
  if (isCounted && failures + 1 >= MAX_FAILURES) return { ...over, reason: 'failed' };
  const delay = retryDelays[attempts] ?? retryDelays.at(-1);
  const asked = result.kind === 'answered' ? readRetryAfter(result, at) : undefined;
  const wait = delay === undefined ? undefined : Math.max(jitter(delay * 1000, random), asked ?? 0);
  return {
    ...failed,
    attempts: attempts + 1,
    ...(isCounted && { failures: failures + 1, countedAt: at }),
    readyAt: wait === undefined ? expiresAt : at + wait,
  };
}

/** If this many hosts fail and none answers, our own network is the likely cause. */
const MIN_HOSTS = 5;
/** Hosts that refuse do so at once; a live host answers within this time as a rule. */
const ANSWER_MS = 5_000;

/** Recognizes an outage of our own network that the system does not report, such as a silent firewall. */
export class SilentHosts {
  readonly #clock: Pick<Clock, 'after'>;
  /** Ends each wait; true if a host has answered. */
  readonly #waiting = new Set<(isAnswered: boolean) => void>();
  /** Hosts that have failed to answer since the last answer from any host, at most MIN_HOSTS. */
  readonly #hosts = new Set<string>();
  /** The newest version of each topic that any host has answered. */
  readonly #answered = new Map<string, number>();

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /**
   * Records the result of an attempt. Returns true if no host seems to be reached. Any answer, even an
   * error, shows that this version could have reached the others.
   */
  record(
    { topic, sequence, host }: Pick<Delivery, 'topic' | 'sequence' | 'host'>,
    { kind }: Pick<Answered | Unreached, 'kind'>,
  ): boolean {
    const answered = this.#answered.get(topic) ?? 0;
    if (kind === 'answered') {
      this.#hosts.clear();
      this.#endWaits(true);
      this.#answered.set(topic, Math.max(answered, sequence));
      return false;
    }
    if (this.#hosts.size < MIN_HOSTS) this.#hosts.add(host);
    return this.#hosts.size === MIN_HOSTS && sequence > answered;
  }

  /** Resolves to true once any host answers, to false after ANSWER_MS or `stop`. */
  waitForAnswer(): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isAnswered: boolean) => {
        cancel();
        this.#waiting.delete(end);
        resolve(isAnswered);
      };
      const cancel = this.#clock.after(ANSWER_MS, () => end(false));
      this.#waiting.add(end);
    });
  }

  stop(): void {
    this.#endWaits(false);
  }

  #endWaits(isAnswered: boolean): void {
    for (const end of this.#waiting) end(isAnswered);
  }
}

/** What went wrong, of an answer that does not acknowledge or of none. */
export function faultOf(result: Answered | Unreached): Fault {
  if (result.kind === 'answered') {
    const { status } = result;
    const isRedirect = status >= 300 && status < 400;
    const message = isRedirect ? `it answered ${status}, a redirect` : `it answered ${status}`;
    return { kind: 'status', status, message };
  }
  const { fault: kind, code, message } = result;
  return { kind, ...(code !== undefined && { code }), message };
}

/**
 * How many milliseconds a Retry-After field (RFC 9110 §10.2.3) asks to wait, a day at most; undefined
 * where there is none, where it is malformed, or where the status gives it no such meaning.
 */
export function readRetryAfter(
  { status, retryAfter }: Pick<Answered, 'status' | 'retryAfter'>,
  now: number,
): number | undefined {
  if (retryAfter === undefined || (status !== 429 && status !== 503)) return undefined;
  const text = retryAfter.trim();
  const at = /^\d+$/.test(text) ? now + Number(text) * 1000 : parseHttpDate(text);
  return at === undefined ? undefined : Math.min(Math.max(0, at - now), MAX_RETRY_AFTER_MS);
}

/** The headers of a notification (WebSub §7). The signature covers exactly these bytes. */
export function createNotificationHeaders(
  facts: {
    readonly hubUrl: string;
    /** The canonical topic URL. */
    readonly topic: string;
    /** Exactly what a GET of the topic answers as its Content-Type. */
    readonly mediaType: string;
    /** The subscriber's; without one a notification is not signed. */
    readonly secret: string | undefined;
    readonly algorithm: SignatureAlgorithm;
  },
  body: Pieces,
): Record<string, string> {
  const { hubUrl, topic, mediaType, secret, algorithm } = facts;
  const sign = (key: string): string => {
    const hmac = createHmac(algorithm, key);
    for (const piece of body) hmac.update(piece);
    return `${algorithm}=${hmac.digest('hex')}`;
  };
  return {
    'Content-Type': mediaType,
    Link: notificationLink(hubUrl, topic),
    ...(secret !== undefined && { 'X-Hub-Signature': sign(secret) }),
  };
}
