import { lengthOf } from '#search/corpus/pieces.ts';
import type { HeldTopic, HubContext } from '../hub-context.ts';
import { WorkLoop } from './work-loop.ts';

const LARGE_BYTES = 1024 * 1024;

/** The topics of one release. */
export type HeldRelease = {
  readonly ordinal: number;
  readonly topics: readonly HeldTopic[];
};

type Deps = Pick<HubContext, 'store' | 'clock' | 'log' | 'faults'> & {
  /** Called when it is known what the store has of a release. */
  readonly onAnnounced: () => void;
};

/**
 * Records what changed in a release, until the store has it; a later release takes its place. Of
 * many sidecars that publish the same change one announces it, and one that lags behind what was
 * announced stays silent.
 */
export class Announcer {
  readonly #deps: Deps;
  readonly #loop: WorkLoop;
  /** What was recorded of each topic, or found to be. */
  readonly #last = new Map<string, string>();
  readonly #warnedOf = new Set<string>();
  #release: HeldRelease | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { clock, faults } = deps;
    this.#loop = new WorkLoop({ clock, faults, step: () => this.#announce() });
  }

  publish(release: HeldRelease): void {
    this.#release = release;
    this.#loop.wake();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** Some subscribers take no more, and would be lost one after the other without a word. */
  #warnOfSize(topic: string, bytes: number): void {
    if (bytes <= LARGE_BYTES || this.#warnedOf.has(topic)) return;
    this.#warnedOf.add(topic);
    this.#deps.log('warn', 'a topic is above 1 MiB: some subscribers refuse so large a body', {
      topic,
      bytes,
    });
  }

  async #announce(): Promise<undefined> {
    const { store, clock, log, onAnnounced } = this.#deps;
    const release = this.#release;
    if (!release) return undefined;
    const { ordinal } = release;
    for (const { topic, hash, body } of release.topics) {
      const after = this.#last.get(topic);
      const announcement = await store.announce({ topic, hash, ordinal, after }, clock.now());
      this.#last.set(topic, hash);
      if (announcement === 'stale') {
        log('warn', 'a newer release was announced by another sidecar; this one is not', {
          topic,
          ordinal,
        });
      } else if (announcement === 'announced') {
        const bytes = lengthOf(body);
        const isAwaited = (await store.nextDeliveryAt(topic, hash, clock.now())) !== undefined;
        log(isAwaited ? 'info' : 'debug', 'notifying subscribers of a change', {
          topic,
          ordinal,
          bytes,
        });
        this.#warnOfSize(topic, bytes);
      }
    }
    if (this.#release === release) this.#release = undefined;
    onAnnounced();
    return undefined;
  }
}
