import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOfSite, siteOf, writeSite } from '#release/release-site.ts';
import { findVanished, Vanished } from '#release/vanished-reviews.ts';

/** A release is compared with the largest one of this time: files may vanish one by one. */
const MEMORY_MS = 10 * 60_000;

/** Written while a release is held back; `npm run confirm` gives it the other name. */
const HELD_FILE = 'vanished.json';
const CONFIRMED_FILE = 'confirmed.json';

/** What is judged of a dataset. */
type Stated = Parameters<typeof findVanished>[1] & Parameters<typeof siteOf>[2];

type Settings = {
  readonly stateDir: string;
  readonly contentDir: string;
  /** The ids of the reviews that are served at the beginning. */
  readonly served: Iterable<string>;
  /** The folder that was read from; undefined where this process has made it. */
  readonly servedFrom: string | undefined;
  /** In milliseconds since 1970. */
  readonly now: () => number;
};

/**
 * Holds back a release where so many reviews have vanished that a mishap is likely, until somebody
 * confirms it or the files are back. STATE_DIR keeps what is held back, for the next process.
 */
export class VanishGuard {
  readonly #settings: Settings;
  /** What was served and until when, in its order; each is larger than those behind it. */
  #recent: { readonly ids: ReadonlySet<string>; until: number }[];
  #business: string | undefined;
  #held: Vanished | undefined;
  #confirmed: ReadonlySet<string> = new Set();

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#recent = [{ ids: new Set(settings.served), until: Number.POSITIVE_INFINITY }];
    this.#held = readHeld(join(settings.stateDir, HELD_FILE));
  }

  /** Whether `npm run confirm` has confirmed something that was not taken yet. */
  get isConfirmed(): boolean {
    return existsSync(join(this.#settings.stateDir, CONFIRMED_FILE));
  }

  /** Takes what was confirmed: these reviews are missed no more. */
  takeConfirmation(): void {
    if (!this.isConfirmed) return;
    const file = join(this.#settings.stateDir, CONFIRMED_FILE);
    this.#confirmed = new Set(readHeld(file)?.vanished);
    rmSync(file, { force: true });
  }

  /** Why a dataset is not to be published; undefined where it may be. */
  judge(dataset: Stated): Vanished | undefined {
    const { stateDir, now } = this.#settings;
    const oldest = now() - MEMORY_MS;
    this.#recent = this.#recent.filter(({ until }) => until > oldest);
    if (!this.#isSameSite(dataset)) return undefined;
    const [largest] = this.#recent;
    const before = new Set([...(this.#held?.vanished ?? []), ...(this.#held?.takenDown ?? [])]);
    const published = new Set(largest?.ids).union(before).difference(this.#confirmed);
    const vanished = findVanished(published, dataset, before);
    if (!vanished) return undefined;
    this.#held = vanished;
    tryTo(() =>
      writeFileSync(join(stateDir, HELD_FILE), `${JSON.stringify(vanished)}\n`, { mode: 0o600 }),
    );
    return vanished;
  }

  /** Learns what is published from here on. */
  remember(dataset: Stated): void {
    const { stateDir, contentDir, now } = this.#settings;
    const ids = new Set(dataset.reviews.map(({ id }) => id));
    const last = this.#recent.at(-1);
    if (last) last.until = now();
    this.#recent = this.#recent.filter((one) => one.ids.size > ids.size);
    this.#recent.push({ ids, until: Number.POSITIVE_INFINITY });
    if (this.#business === dataset.business.name) return;
    this.#business = dataset.business.name;
    tryTo(() => writeSite(stateDir, siteOf(stateDir, contentDir, dataset)));
  }

  /** Nothing is held back any more: what was remembered last is the whole. */
  release(): void {
    // What was confirmed is not to be missed again by a comparison with what was before.
    if (this.#confirmed.size > 0) this.#recent.splice(0, this.#recent.length - 1);
    this.#held = undefined;
    this.#confirmed = new Set();
    tryTo(() => rmSync(join(this.#settings.stateDir, HELD_FILE), { force: true }));
  }

  #isSameSite(dataset: Stated): boolean {
    const { servedFrom, contentDir } = this.#settings;
    if (this.#business !== undefined) return this.#business === dataset.business.name;
    return (
      servedFrom === undefined || isOfSite(servedFrom, siteOf(servedFrom, contentDir, dataset))
    );
  }
}

/** Confirms what is held back in STATE_DIR, and returns it; undefined where nothing is. */
export function confirmHeld(stateDir: string, isDry: boolean): Vanished | undefined {
  const file = join(stateDir, HELD_FILE);
  const held = readHeld(file);
  if (held && !isDry) renameSync(file, join(stateDir, CONFIRMED_FILE));
  return held;
}

/** Where STATE_DIR cannot be written, no release is stored either, and the next start begins anew. */
function tryTo(change: () => void): void {
  try {
    change();
  } catch {
    // The store reports it.
  }
}

function readHeld(file: string): Vanished | undefined {
  try {
    return Vanished.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
