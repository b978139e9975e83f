import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  findVanished,
  PUBLISHED_FILE,
  readPublished,
  type StatedReviews,
  serializePublished,
  type Vanished,
} from '#release/vanished-reviews.ts';

/** Content is compared with the largest release of this period: files may vanish one by one. */
const MEMORY_MS = 10 * 60_000;

/** Written while content is withheld; `npm run confirm` renames it. */
const HELD_FILE = 'vanished.json';
const CONFIRMED_FILE = 'confirmed.json';

type Settings = {
  readonly stateDir: string;
  readonly contentDir: string;
  /** In milliseconds since 1970. */
  readonly now: () => number;
};

/** The reviews of one release, and the time when it was replaced. */
type Recent = { readonly ids: readonly string[]; until: number };

/**
 * Withholds content that has lost so many reviews that a mishap is likely, until they are all back
 * or an operator confirms the loss. STATE_DIR keeps the published and the missing ids.
 */
export class VanishGuard {
  readonly #settings: Settings;
  readonly #heldFile: string;
  readonly #confirmedFile: string;
  /** Oldest first; each is larger than the ones after it. */
  #recent: Recent[] = [];
  /** Undefined if nothing of this content folder was published before. */
  #business: string | undefined;
  #held: Vanished | undefined;
  #confirmed: ReadonlySet<string> = new Set();

  constructor(settings: Settings) {
    this.#settings = settings;
    const { stateDir, contentDir } = settings;
    this.#heldFile = join(stateDir, HELD_FILE);
    this.#confirmedFile = join(stateDir, CONFIRMED_FILE);
    const before = readPublished(stateDir, contentDir);
    if (!before || before.isOther) return;
    this.#business = before.business;
    this.#recent = [{ ids: before.reviews, until: Number.POSITIVE_INFINITY }];
    this.#held = readHeld(this.#heldFile);
  }

  /** True if `npm run confirm` was called and the confirmation was not read yet. */
  get isConfirmed(): boolean {
    return existsSync(this.#confirmedFile);
  }

  /** Reads the confirmation: its reviews are no longer missed. Returns false if there is none. */
  takeConfirmation(): boolean {
    if (!this.isConfirmed) return false;
    this.#confirmed = new Set(readHeld(this.#confirmedFile)?.vanished);
    tryTo(() => rmSync(this.#confirmedFile, { force: true }));
    return true;
  }

  /** Returns the reviews because of which content is withheld; undefined if it may be published. */
  judge(stated: StatedReviews): Vanished | undefined {
    const oldest = this.#settings.now() - MEMORY_MS;
    this.#recent = this.#recent.filter(({ until }) => until > oldest);
    if (this.#business !== stated.business.name) return undefined;
    const [largest] = this.#recent;
    const known = [...(largest?.ids ?? []), ...(this.#held?.vanished ?? [])];
    const published = new Set(known.filter((id) => !this.#confirmed.has(id)));
    const vanished = findVanished(published, stated, this.#held !== undefined);
    if (!vanished) return undefined;
    this.#held = vanished;
    tryTo(() => writeWhole(this.#heldFile, `${JSON.stringify(vanished)}\n`));
    return vanished;
  }

  /** Records the dataset that has just been published. */
  remember(dataset: StatedReviews): void {
    const { stateDir, contentDir, now } = this.#settings;
    const ids = dataset.reviews.map(({ id }) => id);
    const last = this.#recent.at(-1);
    if (last) last.until = now();
    const isSame =
      last?.ids.length === ids.length && ids.every((id, index) => id === last.ids[index]);
    this.#recent = this.#recent.filter((one) => one.ids.length > ids.length);
    this.#recent.push({ ids, until: Number.POSITIVE_INFINITY });
    if (isSame && this.#business === dataset.business.name) return;
    this.#business = dataset.business.name;
    const published = serializePublished(stateDir, contentDir, dataset);
    tryTo(() => writeWhole(join(stateDir, PUBLISHED_FILE), published));
  }

  /** Ends the hold: the release that was recorded last is complete. */
  release(): void {
    // Older releases still list the reviews whose loss was confirmed.
    if (this.#confirmed.size > 0) this.#recent.splice(0, this.#recent.length - 1);
    this.#held = undefined;
    this.#confirmed = new Set();
    tryTo(() => rmSync(this.#heldFile, { force: true }));
  }
}

/**
 * Confirms the hold in STATE_DIR and returns it; undefined if there is none. Throws the system's
 * error.
 */
export function confirmHeld(stateDir: string, isDry: boolean): Vanished | undefined {
  const file = join(stateDir, HELD_FILE);
  const held = readHeld(file);
  if (held && !isDry) renameSync(file, join(stateDir, CONFIRMED_FILE));
  return held;
}

/** If STATE_DIR cannot be written, the hold lasts only as long as this process. */
function tryTo(change: () => void): void {
  try {
    change();
  } catch {
    // The store reports it.
  }
}

function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function readHeld(file: string): Vanished | undefined {
  try {
    const held = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(held.vanished) ? held : undefined;
  } catch {
    return undefined;
  }
}
