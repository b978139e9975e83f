import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A pack in the folder: the data of a release, or the pages made from it. */
export type StoredPack = {
  readonly kind: 'data' | 'pages';
  readonly ordinal: number;
  readonly file: string;
};

type Log = (level: 'warn', message: string, fields: Readonly<Record<string, unknown>>) => void;

const NAME = /^(data|pages)-(\d{1,16})\.pack$/;
const WORK = 'work';
const UNFINISHED = /^(?:data|pages)-\d{1,16}\.pack\.building-\d+$/;

/** The data before stays, so that a damaged one costs no more than the newest edit. */
const KEPT = { data: 2, pages: 1 };

/** Where releases lie that the sidecar makes itself: one file for data, one for pages. */
export class PackStore {
  readonly folder: string;

  constructor(stateDir: string) {
    this.folder = join(stateDir, 'releases');
  }

  /** The packs that are there, newest first. */
  list(kind: StoredPack['kind']): StoredPack[] {
    return this.#names()
      .flatMap((name): StoredPack[] => {
        const [, found, ordinal] = NAME.exec(name) ?? [];
        if (found !== kind) return [];
        return [{ kind, ordinal: Number(ordinal), file: join(this.folder, name) }];
      })
      .sort((a, b) => b.ordinal - a.ordinal);
  }

  /** The file of a pack that is there or is to be made. */
  fileOf(kind: StoredPack['kind'], ordinal: number): string {
    return join(this.folder, `${kind}-${ordinal}.pack`);
  }

  /** Where a page build may write. */
  get workFolder(): string {
    return join(this.folder, WORK);
  }

  /** Makes the folder. Throws where it cannot be made. */
  make(): void {
    mkdirSync(this.folder, { recursive: true });
  }

  /**
   * Removes packs that newer ones have replaced, except those that are still needed. What cannot be
   * removed is told and stays: what was published is published all the same.
   */
  clear(needed: ReadonlySet<string>, log: Log): void {
    for (const kind of ['data', 'pages'] as const) {
      try {
        for (const { file } of this.list(kind).slice(KEPT[kind])) {
          if (!needed.has(file)) rmSync(file, { force: true });
        }
      } catch (error) {
        log('warn', 'an old release cannot be removed', { cause: String(error) });
      }
    }
  }

  /** Removes what a process that was killed left behind: half-written packs, work of builds. */
  clearLeftovers(): void {
    for (const name of this.#names()) {
      if (name !== WORK && !UNFINISHED.test(name)) continue;
      rmSync(join(this.folder, name), { recursive: true, force: true });
    }
  }

  #names(): string[] {
    return existsSync(this.folder) ? readdirSync(this.folder) : [];
  }
}
