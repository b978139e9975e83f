import { explainFault } from '#artifacts/hub-reasons.ts';
import type { HeldTopic, HubContext } from '../hub-context.ts';
import type { Outcome } from '../store/hub-store.ts';
import type { Active, Claimed } from '../store/rows.ts';
import { Queue } from './queue.ts';
import { createNotificationHeaders } from './requests.ts';
import { afterDelivery } from './rules.ts';
import { SilentHosts } from './silent-hosts.ts';

type Deps = HubContext & {
  /** Called when a subscription has ended whose callback is to be notified of it. */
  readonly onEnded: () => void;
};

/** A due row, with the version that it was claimed for. */
type Work = Claimed<Active> & { readonly held: HeldTopic | undefined };

/** Brings the newest content to every subscription that lacks it. */
export class Deliveries {
  readonly #deps: Deps;
  readonly #queue: Queue<Work>;
  readonly #silentHosts: SilentHosts;
  readonly #topics = new Map<string, HeldTopic>();

  constructor(deps: Deps) {
    this.#deps = deps;
    const { store, clock } = deps;
    this.#silentHosts = new SilentHosts(clock);
    this.#queue = new Queue<Work>({
      ...deps,
      state: 'active',
      claim: async (request) => {
        const held = new Map(this.#topics);
        const topics = [...held.values()].map(({ topic, hash }) => ({ topic, hash }));
        const rows = await store.claimDeliveries({ ...request, topics });
        return rows.map((row) => ({ ...row, held: held.get(row.topic) }));
      },
      work: (row) => this.#deliver(row),
      onSettled: (row, outcome) => this.#report(row, outcome),
    });
  }

  /** Delivers this content of a topic from now on. */
  deliver(topic: HeldTopic): void {
    this.#topics.set(topic.topic, topic);
    this.#queue.wake();
  }

  /** A renewed subscription may lack something. */
  wake(): void {
    this.#queue.wake();
  }

  /** Begins no more deliveries. Resolves when those in flight are over and recorded. */
  async stop(): Promise<void> {
    this.#silentHosts.stop();
    await this.#queue.stop();
  }

  async #deliver({ held, ...row }: Work): Promise<Outcome> {
    const { client, clock, settings, hubUrl, random } = this.#deps;
    // There is newer content, without the review that was taken down.
    if (!held || held !== this.#topics.get(row.topic)) return { kind: 'released' };
    const { signatureAlgorithm } = settings;
    const headers = createNotificationHeaders(held, hubUrl, signatureAlgorithm, row.secret);
    const startedAt = clock.now();
    const result = await client.post(row.callback, headers, held.body);
    const attempt = { result, startedAt, endedAt: clock.now() };
    const isOutage = await this.#silentHosts.isOutage(row, result);
    return afterDelivery(row, attempt, { ...settings, random, isOutage });
  }

  #report({ id, host, topic }: Work, outcome: Outcome): void {
    if (outcome.kind !== 'failed' && outcome.kind !== 'ended') return;
    const { log, onEnded } = this.#deps;
    const { message } = explainFault(outcome.fault);
    if (outcome.kind === 'failed') {
      const { attempts, failures } = outcome;
      log('debug', `a delivery failed: ${message}`, { id, host, topic, attempts, failures });
    } else {
      log('info', `a subscription has ended: ${message}`, { id, host, topic });
      onEnded();
    }
  }
}
