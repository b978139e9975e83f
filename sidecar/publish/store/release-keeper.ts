import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemCodeOf } from '#dataset/system-fault.ts';
import type { ReleaseData } from '#release/build.ts';
import { MANIFEST_FILE, type ReleaseFacts } from '#release/manifest.ts';
import { StateLock, StateLockedError } from '../../state-lock.ts';
import { describeStorageFault } from '../describe-fault.ts';
import type { PublisherPort } from '../messages.ts';
import { folderOf, removeOthers, writeStored } from './release-folders.ts';

/** The interval at which `persist` is to be called. */
export const PERSIST_MS = 5_000;

type Settings = {
  readonly stateDir: string;
  /** See PublisherSettings. */
  readonly lock: string | undefined;
  readonly port: PublisherPort;
  /** True if nothing is to be stored: STATE_DIR is of an earlier version or other settings. */
  readonly isReplica?: boolean;
};

/** A release that is published and to be stored. */
export type Published = { readonly data: ReleaseData; readonly facts: ReleaseFacts };

/**
 * Keeps the newest release in STATE_DIR, and nothing older. Faults are reported and delay nothing:
 * the supervisor has `persist` retried.
 */
export class ReleaseKeeper {
  readonly #settings: Settings;
  #lock: string | undefined;
  #newest: Published | undefined;
  /** The ordinal of the stored release. */
  #stored: number | undefined;
  #isClean = false;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#lock = settings.lock;
  }

  /** Sets the release that a start began with. It is stored unless it came from elsewhere. */
  adopt(newest: Published): void {
    this.#newest = newest;
    this.#stored = newest.data.ordinal;
  }

  /**
   * Stores a release. If the disk is full, or a removed text has to leave it, older ones make room
   * first.
   */
  store(newest: Published, isTakedown: boolean): void {
    this.#newest = newest;
    this.#isClean = false;
    this.#try(() => {
      try {
        this.#store(newest);
      } catch (error) {
        const isFull = systemCodeOf(error) === 'ENOSPC';
        if (error instanceof StateLockedError || !(isFull || isTakedown)) throw error;
        this.#storeAlone(newest);
      }
    });
  }

  /**
   * Removes everything older than the newest release. Retries failed or undone writes.
   */
  persist(): void {
    const { stateDir, isReplica, port } = this.#settings;
    this.#try(() => {
      this.#own();
      if (this.#newest && !this.#isStored) this.#storeAlone(this.#newest);
      if ((this.#newest || isReplica) && !this.#isClean) {
        removeOthers(stateDir, this.#stored);
        this.#isClean = true;
      }
      port.post({ type: 'stored' });
    });
  }

  get #isStored(): boolean {
    const { stateDir } = this.#settings;
    const ordinal = this.#newest?.data.ordinal;
    return (
      ordinal !== undefined &&
      this.#stored === ordinal &&
      existsSync(join(folderOf(stateDir, ordinal), MANIFEST_FILE))
    );
  }

  #store({ data, facts }: Published): void {
    this.#own();
    writeStored(this.#settings.stateDir, data, facts);
    this.#stored = facts.ordinal;
  }

  #storeAlone(newest: Published): void {
    this.#own();
    this.#stored = undefined;
    removeOthers(this.#settings.stateDir, undefined);
    this.#store(newest);
  }

  /** Takes STATE_DIR if that failed at the start. One that was replaced may be another process's. */
  #own(): void {
    const { stateDir } = this.#settings;
    this.#lock ??= StateLock.take(stateDir).identity;
    if (this.#lock === StateLock.identify(stateDir)) return;
    throw Object.assign(new Error(`${stateDir} was replaced.`), { code: 'ESTALE' });
  }

  #try(work: () => void): void {
    const { stateDir, port } = this.#settings;
    try {
      work();
    } catch (error) {
      port.post({ type: 'failed', ...describeStorageFault(error, stateDir) });
    }
  }
}
