import { lengthOf } from '#search/corpus/pieces.ts';
import type { HeldTopic, HubContext } from '../hub-context.ts';
import { WorkLoop } from './work-loop.ts';

const LARGE_BYTES = 1024 * 1024;

/** The topics of one release. */
export type HeldRelease = {
  readonly ordinal: number;
  readonly topics: readonly HeldTopic[];
  /** Whether a published review is gone since the release before. */
  readonly isTakedown: boolean;
};

type Deps = Pick<HubContext, 'settings' | 'store' | 'clock' | 'log' | 'faults'> & {
  /** Called for each topic whose newest version this is. */
  readonly onAnnounced: (topic: HeldTopic) => void;
};

/**
 * Records what changed in a release, until the store has it; a later release takes its place. A
 * topic is announced at once, then once in the minimum interval, so that edits in quick succession
 * are one notification, of the newest; a takedown does not wait. Of many sidecars that publish the
 * same change one announces it, and one that lags behind what was announced stays silent.
 */
export class Announcer {
  readonly #deps: Deps;
  readonly #loop: WorkLoop;
  /** What was recorded of each topic, or found to be. */
  readonly #last = new Map<string, string>();
  /** When a topic was announced last. */
  readonly #announcedAt = new Map<string, number>();
  readonly #warnedOf = new Set<string>();
  #release: HeldRelease | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { clock, faults } = deps;
    this.#loop = new WorkLoop({ clock, faults, step: () => this.#announce() });
  }

  publish(release: HeldRelease): void {
    const isTakedown = release.isTakedown || (this.#release?.isTakedown ?? false);
    this.#release = { ...release, isTakedown };
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

  /** Resolves to the milliseconds until the next topic may be announced. */
  async #announce(): Promise<number | undefined> {
    const { clock, settings } = this.#deps;
    const release = this.#release;
    if (!release) return undefined;
    let wait: number | undefined;
    for (const topic of release.topics) {
      const { topic: name, hash } = topic;
      const isNew = this.#last.get(name) !== hash;
      // A clock may be set back.
      const announcedAt = Math.min(this.#announcedAt.get(name) ?? 0, clock.now());
      this.#announcedAt.set(name, announcedAt);
      const ms = announcedAt + settings.minInterval * 1000 - clock.now();
      if (isNew && ms > 0 && !release.isTakedown) wait = Math.min(wait ?? ms, ms);
      else await this.#announceTopic(topic, release);
    }
    if (this.#release !== release) return 0;
    if (wait === undefined) this.#release = undefined;
    // What was announced of it, a takedown, has been.
    else this.#release = { ...release, isTakedown: false };
    return wait;
  }

  async #announceTopic(topic: HeldTopic, { ordinal }: HeldRelease): Promise<void> {
    const { store, clock, log, onAnnounced } = this.#deps;
    const { topic: name, hash, body } = topic;
    const after = this.#last.get(name);
    const announcement = await store.announce({ topic: name, hash, ordinal, after }, clock.now());
    this.#last.set(name, hash);
    if (announcement === 'stale') {
      log('warn', 'a newer release was announced by another sidecar; this one is not', {
        ...{ topic: name, ordinal },
      });
      return;
    }
    const isChange = announcement === 'announced' || (after !== undefined && after !== hash);
    if (isChange) this.#announcedAt.set(name, clock.now());
    if (announcement === 'announced') {
      const bytes = lengthOf(body);
      const isAwaited = (await store.nextDeliveryAt(name, hash, clock.now())) !== undefined;
      const level = isAwaited ? 'info' : 'debug';
      log(level, 'notifying subscribers of a change', { topic: name, ordinal, bytes });
      this.#warnOfSize(name, bytes);
    }
    onAnnounced(topic);
  }
}
