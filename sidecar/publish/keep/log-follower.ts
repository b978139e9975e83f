import type { Removal } from '#dataset/dataset.ts';
import { beginLog, type LogMark, type LogUpdate } from '#search/changes/change-log.ts';
import { findChanges, rowsOf, timeAfter } from '#search/changes/find-changes.ts';
import type { StorableRelease } from '../../store/store.ts';
import { createLogId } from '../../store/stored-log.ts';
import { type ServedLog, servedLogOf } from '../messages.ts';

type Deps = {
  /** What somebody lacks of the log that is kept with the newest release, where it is kept. */
  readonly kept: { changesSince(mark: LogMark | undefined): LogUpdate | undefined };
  readonly now: () => Date;
  readonly served: ServedLog | undefined;
};

/**
 * Finds the change log that goes out with a release: the one that is kept with it, or where it could
 * not be stored, one in memory. That has an id of its own, so that nobody who followed the other one
 * misses what this one does not know.
 */
export class LogFollower {
  readonly #deps: Omit<Deps, 'served'>;
  #served: ServedLog | undefined;
  /** The removals of the release that is served. */
  #removed: readonly Removal[] | undefined;

  constructor({ served, ...deps }: Deps) {
    this.#deps = deps;
    this.#served = served;
  }

  /** What the server lacks of the log, for a release that is handed over now. */
  next(release: Pick<StorableRelease, 'edit' | 'removed'>): LogUpdate {
    const update = this.#deps.kept.changesSince(this.#mark) ?? this.#inMemory(release);
    this.#removed = release.removed;
    this.#hasSent(update);
    return update;
  }

  /** The same for one that was handed over before, and may have been stored meanwhile. */
  late({ removed }: Pick<StorableRelease, 'removed'>): LogUpdate | undefined {
    this.#removed = removed;
    const update = this.#deps.kept.changesSince(this.#mark);
    if (!update || update.growth?.rows.length === 0) return undefined;
    this.#hasSent(update);
    return update;
  }

  get #mark(): LogMark | undefined {
    return this.#served && { id: this.#served.id, ...this.#served.end };
  }

  /** It goes on where it is known what the release changes, and begins again otherwise. */
  #inMemory({ edit, removed }: Pick<StorableRelease, 'edit' | 'removed'>): LogUpdate {
    const now = this.#deps.now().getTime();
    const served = this.#served;
    const before = this.#removed;
    if (!served || served.isKept || !before || edit === 'everything') {
      return { log: beginLog(createLogId(), timeAfter(served?.end.time ?? 0, now)) };
    }
    const changes = findChanges({
      removed: edit.removed.map(({ item }) => item),
      added: edit.added.map(({ item }) => item),
      tombstones: { before, after: removed },
    });
    const { id, floor, end } = served;
    return { growth: { id, floor, after: end.position, rows: rowsOf(changes, end, now) } };
  }

  #hasSent({ log, growth }: LogUpdate): void {
    if (log) this.#served = servedLogOf(log);
    else if (this.#served) {
      const { floor, rows } = growth;
      this.#served = { ...this.#served, floor, end: rows.at(-1) ?? this.#served.end };
    }
  }
}
