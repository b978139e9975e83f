import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  findVanished,
  PUBLISHED_FILE,
  readPublished,
  type StatedReviews,
  serializePublished,
  type Vanished,
} from '#release/vanished-reviews.ts';
import { identify } from './watch/watch-release.ts';

/** A release is compared with the largest one of this time: files may vanish one by one. */
const MEMORY_MS = 10 * 60_000;

/** Written while a release is held back; `npm run confirm` gives it the other name. */
const HELD_FILE = 'vanished.json';
const CONFIRMED_FILE = 'confirmed.json';

const Held = z.strictObject({ vanished: z.array(z.string()), published: z.int() });

type Settings = {
  readonly stateDir: string;
  readonly outDir: string;
  readonly contentDir: string;
  /** In milliseconds since 1970. */
  readonly now: () => number;
};

/** Reviews that were published at one time, and until when. */
type Recent = { readonly ids: ReadonlySet<string>; until: number };

/**
 * Holds back a release where so many reviews have vanished that a mishap is likely, until somebody
 * confirms it or all of them are back. STATE_DIR keeps what was published, and what is held back.
 */
export class VanishGuard {
  readonly #settings: Settings;
  readonly #heldFile: string;
  readonly #confirmedFile: string;
  /** In their order; each is larger than those behind it. */
  #recent: Recent[] = [];
  /** Undefined where nothing is known of this content folder. */
  #business: string | undefined;
  #held: Vanished | undefined;
  #confirmed: ReadonlySet<string> = new Set();
  /** The confirmation that was taken. */
  #taken: string | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    const { stateDir, outDir, contentDir } = settings;
    this.#heldFile = join(stateDir, HELD_FILE);
    this.#confirmedFile = join(stateDir, CONFIRMED_FILE);
    // What a killed process has left half written.
    for (const file of [PUBLISHED_FILE, HELD_FILE]) {
      tryTo(() => rmSync(join(stateDir, `${file}.new`), { force: true }));
    }
    const before = readPublished(stateDir, contentDir) ?? readPublished(outDir, contentDir);
    if (!before || before.isOther) return;
    this.#business = before.business;
    this.#recent = [{ ids: new Set(before.reviews), until: Number.POSITIVE_INFINITY }];
    this.#held = readHeld(this.#heldFile);
  }

  /** Whether `npm run confirm` was called since a confirmation was taken. */
  get isConfirmed(): boolean {
    const confirmed = identify(this.#confirmedFile);
    return confirmed !== undefined && confirmed !== this.#taken;
  }

  /** Takes what was confirmed: these reviews are not missed. Returns whether there is any. */
  takeConfirmation(): boolean {
    if (!this.isConfirmed) return false;
    this.#taken = identify(this.#confirmedFile);
    this.#confirmed = new Set(readHeld(this.#confirmedFile)?.vanished);
    return true;
  }

  /** Why content is not to be published; undefined where it may be. */
  judge(stated: StatedReviews): Vanished | undefined {
    const oldest = this.#settings.now() - MEMORY_MS;
    this.#recent = this.#recent.filter(({ until }) => until > oldest);
    if (this.#business !== stated.business.name) return undefined;
    const [largest] = this.#recent;
    const published = new Set(largest?.ids)
      .union(new Set(this.#held?.vanished))
      .difference(this.#confirmed);
    const vanished = findVanished(published, stated, this.#held !== undefined);
    if (!vanished) return undefined;
    this.#held = vanished;
    tryTo(() => writeWhole(this.#heldFile, `${JSON.stringify(vanished)}\n`));
    return vanished;
  }

  /** Learns what is published from here on. */
  remember(dataset: StatedReviews): void {
    const { stateDir, contentDir, now } = this.#settings;
    const ids = new Set(dataset.reviews.map(({ id }) => id));
    const last = this.#recent.at(-1);
    if (last) last.until = now();
    const isSame = last?.ids.size === ids.size && ids.isSubsetOf(last.ids);
    this.#recent = this.#recent.filter((one) => one.ids.size > ids.size);
    this.#recent.push({ ids, until: Number.POSITIVE_INFINITY });
    if (isSame && this.#business === dataset.business.name) return;
    this.#business = dataset.business.name;
    const published = serializePublished(stateDir, contentDir, dataset);
    tryTo(() => writeWhole(join(stateDir, PUBLISHED_FILE), published));
  }

  /** Nothing is held back any more: what was remembered last is the whole. */
  release(): void {
    // What was confirmed is not to be missed again by a comparison with what was before.
    if (this.#confirmed.size > 0) this.#recent.splice(0, this.#recent.length - 1);
    this.#held = undefined;
    this.#confirmed = new Set();
    for (const file of [this.#heldFile, this.#confirmedFile]) {
      tryTo(() => rmSync(file, { force: true }));
    }
  }
}

/**
 * Confirms what is held back in STATE_DIR, and returns it; undefined where nothing is. Throws the
 * system's error.
 */
export function confirmHeld(stateDir: string, isDry: boolean): Vanished | undefined {
  const file = join(stateDir, HELD_FILE);
  const held = readHeld(file);
  if (held && !isDry) renameSync(file, join(stateDir, CONFIRMED_FILE));
  return held;
}

/** Where STATE_DIR cannot be written, what is held back is known to this process alone. */
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
    return Held.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
