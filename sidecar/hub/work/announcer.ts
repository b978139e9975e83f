import { lengthOf } from '#search/corpus/pieces.ts';
import type { HeldTopic, HubContext } from '../hub-context.ts';
import { WorkLoop } from './work-loop.ts';

/** The topics of one release. */
export type HeldRelease = {
  readonly ordinal: number;
  readonly topics: readonly HeldTopic[];
  /** True if a review of the release before is missing. */
  readonly isTakedown: boolean;
};

type Deps = Pick<HubContext, 'settings' | 'store' | 'clock' | 'log' | 'faults'> & {
  /** Called for each topic whose newest version this is. */
  readonly onAnnounced: (topic: HeldTopic) => void;
};

/**
 * Records the changes in a release until the store has them; a later release takes its place. A
 * topic is announced at once, then once in the minimum interval, so that edits in quick succession
 * are one notification, of the newest; a takedown does not wait. If many sidecars publish the same
 * change, one announces it, and one that lags behind stays silent.
 */
export class Announcer {
  readonly #deps: Deps;
  readonly #loop: WorkLoop;
  /** The recorded or known hash of each topic, and the time when it changed. */
  readonly #last = new Map<string, { readonly hash: string; readonly changedAt: number }>();
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

  readonly stop = (): Promise<void> => this.#loop.stop();

  /** Resolves to the milliseconds until the next topic may be announced. */
  async #announce(): Promise<number | undefined> {
    const release = this.#release;
    if (!release) return undefined;
    let wait: number | undefined;
    for (const topic of release.topics) {
      const ms = release.isTakedown ? 0 : this.#pauseOf(topic);
      if (ms > 0) wait = Math.min(wait ?? ms, ms);
      else await this.#announceTopic(topic, release);
    }
    if (this.#release !== release) return 0;
    if (wait === undefined) this.#release = undefined;
    return wait;
  }

  /** Returns the milliseconds until a topic may change again. */
  #pauseOf({ topic, hash }: HeldTopic): number {
    const { clock, settings } = this.#deps;
    const last = this.#last.get(topic);
    if (!last || last.hash === hash) return 0;
    // Negative after a clock was set back: nothing waits for it to catch up.
    const passed = clock.now() - last.changedAt;
    return passed < 0 ? 0 : settings.minInterval * 1000 - passed;
  }

  async #announceTopic(topic: HeldTopic, release: HeldRelease): Promise<void> {
    const { store, clock, log, onAnnounced } = this.#deps;
    const { ordinal } = release;
    const { topic: name, hash, body } = topic;
    const last = this.#last.get(name);
    const publication = { topic: name, hash, ordinal, after: last?.hash };
    const { news, due } = await store.announce(publication, clock.now());
    const isChange = news === 'announced' || (last !== undefined && last.hash !== hash);
    const changedAt = isChange ? clock.now() : (last?.changedAt ?? 0);
    this.#last.set(name, { hash, changedAt });
    if (news === 'stale') {
      const message = 'a newer release was announced by another sidecar; this one is not';
      log('warn', message, { topic: name, ordinal });
      return;
    }
    if (news === 'announced') {
      const fields = { topic: name, ordinal, bytes: lengthOf(body), due };
      log(due > 0 ? 'info' : 'debug', 'notifying subscribers of a change', fields);
    }
    // The content of a takedown that came meanwhile is already being delivered.
    if (this.#release === release || !this.#release?.isTakedown) onAnnounced(topic);
  }
}
