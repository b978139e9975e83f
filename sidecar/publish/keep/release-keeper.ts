import type { Review } from '#dataset/review.ts';
import type { Notes } from '#insights/notes/notes.ts';
import { continueLog, type KeptLog } from '#search/changes/kept-log.ts';
import { StateLock } from '../../state-lock.ts';
import { compareLists } from '../../store/compare-lists.ts';
import { ReleaseStore, type Residue, type StorableRelease } from '../../store/store.ts';
import { type StoreDisk, StoreFault } from '../../store/store-disk.ts';
import { afterUnlessEnded } from '../../supervisor.ts';
import { describeFault } from '../describe-fault.ts';
import type { RebuildPort, RebuildSettings } from '../messages.ts';

/** A takedown leaves the disk long before a minute is over, and edits around it share the work. */
const ERASE_MS: Readonly<Record<Residue, number>> = {
  removed: 5_000,
  // A text that was corrected: the whole file is not written again after each edit.
  changed: 60 * 60_000,
};

type Settings = {
  /** Has STATE_DIR for this process and opens the store. Throws where that cannot be. */
  readonly open: () => ReleaseStore;
  /** Called when the store is closed for good. */
  readonly onClosed?: () => void;
  /** Called with what failed in the background. */
  readonly onFault: (error: unknown) => void;
  readonly after?: (ms: number, call: () => void) => () => void;
};

/**
 * Keeps what is served on disk, and erases what was removed from it. What could not be done is owed:
 * `catchUp` tries it again.
 */
export class ReleaseKeeper {
  readonly #settings: Settings;
  readonly #after: NonNullable<Settings['after']>;
  #store: ReleaseStore | undefined;
  /** The newest release, which is stored unless it is owed. */
  #newest: StorableRelease | undefined;
  #isOwed = false;
  /** The reviews that are stored; undefined where that is not known. */
  #stored: readonly Review[] | undefined;
  /** Whether what is owed may be a takedown. */
  #isUrgent = false;
  #mustErase = false;
  /** Whether what is stored is to be erased, too. */
  #isWithdrawn = false;
  #erasing: { readonly residue: Residue; readonly cancel: () => void } | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#after = settings.after ?? afterUnlessEnded;
  }

  /** Whether releases can be stored; where they cannot, they are published all the same. */
  get isOpen(): boolean {
    return this.#store !== undefined;
  }

  /** Whether something is still to be done. */
  get isBehind(): boolean {
    return this.#isOwed || this.#mustErase || !this.isOpen;
  }

  /** Opens the store, and erases what an earlier process had no time for. Throws where it cannot. */
  open(): void {
    if (!this.#store) {
      this.#store = this.#settings.open();
      // It may be a new one.
      this.#stored = undefined;
      this.#isOwed = this.#newest !== undefined;
      // What an earlier process has left has waited long enough.
      if (this.#residue()) this.#eraseIn('removed');
    }
    this.#eraseLater();
  }

  /** A release that was published before: it is owed where the store does not hold it. */
  adopt(release: StorableRelease): void {
    this.owe(release);
    this.#isOwed = !this.#holdsNewest();
    this.#stored = this.#isOwed ? undefined : release.reviews;
  }

  /** Stores a release and what was owed. Throws a StoreFault, and then the one before stays. */
  store(release: StorableRelease): void {
    if (!this.#store) throw new Error('The release store is not open.');
    const edit = this.#stored ? compareLists(this.#stored, release.reviews) : 'everything';
    // What fails last may be done all the same.
    this.#stored = undefined;
    try {
      this.#store.write(release, edit);
    } catch (error) {
      // A damaged file may have been removed before that failed.
      this.#isOwed ||= this.#newest !== undefined && !this.#holdsNewest();
      throw error;
    }
    this.#newest = release;
    this.#stored = release.reviews;
    this.#isOwed = false;
    this.#isUrgent = false;
    this.#isWithdrawn = false;
    this.#eraseLater();
  }

  /** A release that is published already: it is stored as soon as that is possible. */
  owe(release: StorableRelease): void {
    this.#newest = release;
    this.#isOwed = true;
  }

  /** Stores a release if that is possible; if not, `catchUp` throws why. */
  storeOrOwe(release: StorableRelease): void {
    this.owe(release);
    this.#isUrgent = true;
    try {
      if (this.#store) this.store(release);
    } catch {
      // It is owed.
    }
  }

  /** The stored change log that ends with the release of an ordinal; otherwise a new one. */
  readLog(ordinal: number, now: Date): KeptLog {
    const begin = () => continueLog(undefined, ordinal, [], now.getTime());
    try {
      return this.#store?.readLog(ordinal) ?? begin();
    } catch {
      return begin();
    }
  }

  /** What was noted of a review by a key, where it is stored. */
  readNotes(review: Review, key: string): Notes | undefined {
    try {
      return this.#store?.readNotes(review, key);
    } catch {
      return undefined;
    }
  }

  /** What is served must not be shown any more: it leaves the disk now, or as soon as possible. */
  withdraw(): void {
    this.#newest = undefined;
    this.#isOwed = false;
    this.#isWithdrawn = true;
    this.#mustErase = true;
    this.tryToCatchUp();
  }

  /** Stores the compressed variants of some files of the newest release, which is given without them. */
  addVariants(release: StorableRelease, files: StorableRelease['files']): void {
    this.#newest = release;
    if (!this.#store || this.#isOwed) return;
    try {
      this.#store.addVariants(release.manifest, files);
    } catch (error) {
      this.#isOwed = true;
      this.#settings.onFault(error);
    }
  }

  /** Does what is owed. Throws where that still cannot be done. */
  catchUp(): void {
    this.open();
    this.#storeOwed();
    if (this.#mustErase) this.#erase();
  }

  /** The same, but faults are reported. Returns whether all is done. */
  tryToCatchUp(): boolean {
    try {
      this.catchUp();
      return true;
    } catch (error) {
      this.#settings.onFault(error);
      return false;
    }
  }

  /** Closes the store. What is owed or to be erased is done now, as there may be no next start. */
  close(): void {
    try {
      this.#storeOwed();
      if (this.#mustErase || this.#erasing) this.#erase();
    } catch (error) {
      // The next start does it: the store knows.
      this.#settings.onFault(error);
    }
    this.#erasing?.cancel();
    this.#erasing = undefined;
    this.#store?.close();
    this.#store = undefined;
    this.#settings.onClosed?.();
  }

  #storeOwed(): void {
    if (!this.#isOwed || !this.#newest || !this.#store) return;
    try {
      this.store(this.#newest);
    } catch (error) {
      const isFull = error instanceof StoreFault && error.code === 'ENOSPC';
      if (!isFull || !(this.#isUrgent || this.#mustErase)) throw error;
      // What was taken down is to leave a full disk, too: the old file is removed first.
      this.#store.erase(this.#newest);
      this.#isOwed = false;
      this.#isUrgent = false;
      this.#mustErase = false;
      this.#isWithdrawn = false;
    }
  }

  /** Where it cannot be known, it is as if it did not. */
  #holdsNewest(): boolean {
    try {
      return (
        this.#newest !== undefined && this.#store?.holds(this.#newest.manifest.ordinal) === true
      );
    } catch {
      return false;
    }
  }

  #eraseLater(): void {
    const residue = this.#residue();
    if (residue) this.#eraseIn(residue);
  }

  #eraseIn(residue: Residue): void {
    // One that is due earlier, or as early, stays.
    if (this.#erasing?.residue === residue || this.#erasing?.residue === 'removed') return;
    this.#erasing?.cancel();
    const cancel = this.#after(ERASE_MS[residue], () => {
      this.#erasing = undefined;
      try {
        this.#erase();
      } catch (error) {
        this.#settings.onFault(error);
      }
    });
    this.#erasing = { residue, cancel };
  }

  /** Where it cannot be known, it is as if there were some. */
  #residue(): Residue | undefined {
    try {
      return this.#store?.residue;
    } catch {
      this.#mustErase = true;
      return undefined;
    }
  }

  #erase(): void {
    this.#mustErase = true;
    this.#storeOwed();
    // Where it has to begin with an empty file and then fails, the release is owed.
    this.#isOwed = true;
    const stored = this.#stored;
    this.#stored = undefined;
    if (this.#isWithdrawn) this.#store?.empty();
    else {
      this.#store?.erase(this.#newest);
      this.#stored = stored;
    }
    this.#isOwed = false;
    this.#mustErase = false;
    this.#isWithdrawn = false;
    this.#erasing?.cancel();
    this.#erasing = undefined;
  }
}

/** Makes the keeper of a rebuild. Faults are reported; callers try again. */
export function createKeeper(
  { stateDir, isLocked, after }: RebuildSettings,
  port: RebuildPort,
  disk?: StoreDisk,
): ReleaseKeeper {
  let lock: StateLock | undefined;
  const keeper = new ReleaseKeeper({
    open: () => {
      // Where the server could not take it.
      if (!isLocked) lock ??= StateLock.take(stateDir, disk);
      const tell = (message: string) => port.log('warn', message);
      return ReleaseStore.open(stateDir, { after, tell, disk });
    },
    onClosed: () => lock?.release(),
    onFault: (error) => port.post({ type: 'failed', ...describeFault(error, stateDir) }),
  });
  try {
    keeper.open();
  } catch {
    // Releases are published all the same, and the first of them reports why.
  }
  return keeper;
}
