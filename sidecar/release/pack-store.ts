import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '#release/make-folder.ts';

/** A pack in the folder: the data of a release. */
export type StoredPack = { readonly ordinal: number; readonly file: string };

type Log = (level: 'warn', message: string, fields: Readonly<Record<string, unknown>>) => void;

const NAME = /^data-(\d{1,16})\.pack$/;
const UNFINISHED = /^data-\d{1,16}\.pack\.building-\d+$/;
/** What earlier versions of the program kept beside the data: pages, and work on them. */
const OBSOLETE = /^(?:work|pages-\d{1,16}\.pack(?:\.building-\d+)?)$/;

/** The data before stays, so that a damaged one costs no more than the newest edit. */
const KEPT = 2;

/** Where releases lie that the sidecar makes itself, one file each. */
export class PackStore {
  readonly folder: string;

  constructor(stateDir: string) {
    this.folder = join(stateDir, 'releases');
  }

  /** The packs that are there, newest first. */
  list(): StoredPack[] {
    return this.#names()
      .flatMap((name): StoredPack[] => {
        const ordinal = NAME.exec(name)?.[1];
        if (ordinal === undefined) return [];
        return [{ ordinal: Number(ordinal), file: join(this.folder, name) }];
      })
      .sort((a, b) => b.ordinal - a.ordinal);
  }

  /** The file of a pack that is there or is to be made. */
  fileOf(ordinal: number): string {
    return join(this.folder, `data-${ordinal}.pack`);
  }

  /** Makes the folder. Throws where it cannot be made. */
  make(): void {
    makeFolder(this.folder);
  }

  /**
   * Removes packs that newer ones have replaced, except those that are still needed. What cannot be
   * removed is told and stays: what was published is published all the same.
   */
  clear(needed: ReadonlySet<string>, log: Log): void {
    try {
      for (const { file } of this.list().slice(KEPT)) {
        if (!needed.has(file)) rmSync(file, { force: true });
      }
    } catch (error) {
      log('warn', 'an old release cannot be removed', { cause: String(error) });
    }
  }

  /** Removes what a process that was killed left behind, and what an earlier version did. */
  clearLeftovers(log: Log): void {
    try {
      for (const name of this.#names()) {
        if (!OBSOLETE.test(name) && !UNFINISHED.test(name)) continue;
        rmSync(join(this.folder, name), { recursive: true, force: true });
      }
    } catch (error) {
      log('warn', 'what an earlier process has left cannot be removed', { cause: String(error) });
    }
  }

  #names(): string[] {
    return existsSync(this.folder) ? readdirSync(this.folder) : [];
  }
}
