import { setTimeout as startTimeout } from 'node:timers';
import { highestPack, removePacks } from '../store/earlier-packs.ts';
import { ReleaseStore, type Residue, type StorableRelease } from '../store/release-store.ts';
import { type Connect, StoreFault } from '../store/sqlite-connection.ts';
import { StateLock } from '../store/state-lock.ts';
import { describeFault } from './describe-fault.ts';
import type { RebuildSettings } from './messages.ts';
import type { RebuildPort } from './rebuild-port.ts';

/** A takedown has left the disk long before a minute is over, and edits around it share the work. */
const ERASE_MS: Readonly<Record<Residue, number>> = {
  removed: 5_000,
  // A text that was corrected: the whole file is not written anew after each edit.
  changed: 60 * 60_000,
};

type Settings = {
  /** Has STATE_DIR for this process and opens the store. Throws where that cannot be. */
  readonly open: () => ReleaseStore;
  /** Called when the store is closed for good. */
  readonly onClosed?: () => void;
  /** Told of what failed while nobody waited for it. */
  readonly onFault: (error: unknown) => void;
  readonly after?: (ms: number, call: () => void) => () => void;
};

/**
 * Keeps what is served on disk, and sees to it that words of what is gone leave it. What could not be
 * done is owed: `catchUp` tries it again.
 */
export class ReleaseKeeper {
  readonly #settings: Settings;
  readonly #after: NonNullable<Settings['after']>;
  #store: ReleaseStore | undefined;
  /** The newest release, which is stored unless it is owed. */
  #newest: StorableRelease | undefined;
  #isOwed = false;
  /** Whether what is owed may be a takedown. */
  #isUrgent = false;
  #mustErase = false;
  #erasing: { readonly residue: Residue; readonly cancel: () => void } | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#after = settings.after ?? afterUnlessEnded;
  }

  /** Whether releases can be stored; where they cannot, they are published all the same. */
  get isOpen(): boolean {
    return this.#store !== undefined;
  }

  /** Tells of what failed while nobody waited for it. */
  tell(error: unknown): void {
    this.#settings.onFault(error);
  }

  /** Whether something is still to be done. */
  get isBehind(): boolean {
    return this.#isOwed || this.#mustErase || !this.isOpen;
  }

  /** Opens the store, and erases what an earlier process had no time for. Throws where it cannot. */
  open(): void {
    if (!this.#store) {
      this.#store = this.#settings.open();
      // It may have been made anew.
      this.#isOwed = this.#newest !== undefined;
    }
    this.#eraseLater();
  }

  /** This release was read from the store, which may have been emptied since. */
  adopt(release: StorableRelease): void {
    this.owe(release);
    try {
      if (!this.#store?.holds(release.manifest.ordinal)) return;
      this.#store.know(release.reviews);
      this.#isOwed = false;
    } catch {
      // It is owed.
    }
  }

  /** Stores a release. Throws where it cannot, and owes nothing then. */
  store(release: StorableRelease): void {
    if (!this.#store) throw new Error('The release store is not open.');
    this.#store.write(release);
    this.#newest = release;
    this.#isOwed = false;
    this.#isUrgent = false;
    this.#eraseLater();
  }

  /** A release that is published already: it is stored as soon as that is possible. */
  owe(release: StorableRelease): void {
    this.#newest = release;
    this.#isOwed = true;
  }

  /** Stores a release if that is possible; if not, `catchUp` tells why. */
  storeOrOwe(release: StorableRelease): void {
    this.owe(release);
    this.#isUrgent = true;
    try {
      if (this.#store) this.store(release);
    } catch {
      // It is owed.
    }
  }

  /** Erases whatever is left, where nobody will come later. Throws where that cannot be done yet. */
  finish(): void {
    this.catchUp();
    if (this.#erasing) this.#erase();
  }

  /** Stores the newest release with the compressed variants of some files. */
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
      // What was taken down is to leave a full disk, too: the old file goes first.
      this.#store.erase(this.#newest);
      this.#isOwed = false;
      this.#isUrgent = false;
    }
  }

  #eraseLater(): void {
    const residue = this.#residue();
    // One that is due earlier, or as early, stays.
    if (!residue || this.#erasing?.residue === residue || this.#erasing?.residue === 'removed')
      return;
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
    this.#store?.erase(this.#newest);
    this.#isOwed = false;
    this.#mustErase = false;
    this.#erasing?.cancel();
    this.#erasing = undefined;
  }
}

/** Makes the keeper of a rebuild. What fails is told, and is tried again by whoever asks it to. */
export function createKeeper(
  { stateDir, isLocked, after }: RebuildSettings,
  port: RebuildPort,
  connect?: Connect,
): ReleaseKeeper {
  const onFault = (error: unknown) =>
    port.post({ type: 'failed', ...describeFault(error, stateDir) });
  let lock: StateLock | undefined;
  const open = () => {
    // Where the server could not take it.
    if (!isLocked) lock ??= StateLock.take(stateDir, connect);
    const store = ReleaseStore.open(stateDir, (message) => port.log('warn', message), connect);
    try {
      const highest = Math.max(after, highestPack(stateDir));
      if (highest > store.ordinal) store.reserve(highest);
      removePacks(stateDir);
      return store;
    } catch (error) {
      store.close();
      throw error;
    }
  };
  const keeper = new ReleaseKeeper({ open, onClosed: () => lock?.release(), onFault });
  // Where it cannot be opened, releases go out all the same, and the first of them tells why.
  try {
    keeper.open();
  } catch {
    return keeper;
  }
  return keeper;
}

/** Does not keep a thread alive that is about to end. */
function afterUnlessEnded(ms: number, call: () => void): () => void {
  const timer = startTimeout(call, ms).unref();
  return () => clearTimeout(timer);
}
