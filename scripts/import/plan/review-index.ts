import type { StoredFile } from '../../content/stored-folder.ts';
import type { IncomingReview } from '../rows/incoming-review.ts';
import type { StoredContent } from '../write/stored-content.ts';
import { displayNames } from './author-name.ts';
import { isMark, type Marks, type Memory, NOTHING, type Part, UNKNOWN } from './source-memory.ts';

/** A review of an export, with the id that it would get and the marks of its parts. */
export type Row = { readonly id: string; readonly incoming: IncomingReview; readonly said: Marks };

/** A review that is stored, or gone, with the last words of its source. */
export type Known = {
  readonly id: string;
  readonly said: Marks;
  readonly file?: StoredFile | undefined;
  /** The review that was taken down: this one, or the one of which this may be a version. */
  readonly removedId?: string | undefined;
};

/** The most reviews that are compared with a row, of those that have something in common with it. */
const MAX_ALIKE = 100;

/** Finds the reviews that a row is, or may be, by the rules in plan.ts. */
export class KnownReviews {
  readonly #removedIds: ReadonlySet<string>;
  /** The place of the first row that is a review. */
  readonly claims = new Map<Known, string>();
  readonly #memory: Memory;
  readonly #all: readonly Known[];
  readonly #index = new Map<string, Known[]>();

  constructor({ files, removedIds }: StoredContent, memory: Memory) {
    this.#memory = memory;
    this.#removedIds = removedIds;
    const ids = new Set(files.map(({ review }) => review.id));
    const gone = new Set([...memory.lines.keys(), ...removedIds]).difference(ids);
    this.#all = [
      ...files.map((file) => this.#know(file.review.id, file)),
      ...Array.from(gone, (id) => this.#know(id)),
    ];
    for (const known of this.#all) this.add(known);
  }

  #know(id: string, file?: StoredFile): Known {
    const marks = this.#memory.get(id);
    const isPartial = file && marks.has(UNKNOWN);
    const said = isPartial ? marks.or(this.#memory.marksOfStored(file.review)) : marks;
    const of = marks.get('versionOf');
    const origin = !file && isMark(of) ? of : id;
    return { id, said, file, removedId: this.#removedIds.has(origin) ? origin : undefined };
  }

  /** Adds a review. Another row may be the same as a new one. */
  add(known: Known): void {
    const { id, said, file } = known;
    const marks = [said.get('sourceId'), this.#memory.markOfId(file?.review.source)];
    const ids = marks.filter(isMark).map((mark) => `id ${mark}`);
    this.#add(known, [id, `row ${said.get('row')}`, ...ids, ...identityKeys(nameOf(said), said)]);
  }

  /** Adds what rows may be versions of: reviews that no row is. */
  indexDoubtful(): void {
    for (const known of this.#all.filter((one) => !this.claims.has(one))) {
      this.#add(known, pairKeys(nameOf(known.said), known.said));
      const isForgotten = known.file && this.#memory.get(known.id).get('datePublished') === UNKNOWN;
      if (isForgotten) this.#add(known, [`day ${known.said.get('datePublished')}`]);
    }
  }

  /** Returns the reviews with the id of a row at its source, or else with the id that it would get. */
  byId({ id, said }: Row): readonly Known[] {
    return this.#index.get(`id ${said.get('sourceId')}`) ?? this.#get(id);
  }

  /** Returns the review that was made of the same row, perhaps by another map. */
  sameRow({ said }: Row): Known | undefined {
    const row = said.get('row');
    return isMark(row) ? this.#get(`row ${row}`).find((one) => !this.claims.has(one)) : undefined;
  }

  /** Returns the reviews that a row is by rule 2 or 3. */
  sameAs(row: Row): Known[] {
    const { said, incoming } = row;
    const needsTime = incoming.reviewBody === '' || incoming.authorName === undefined;
    const haveBoth = (known: Known, part: Part) =>
      [said, known.said].every((one) => isMark(one.get(part)));
    const isDayEnough = (known: Known) =>
      !(haveBoth(known, 'sourceId') && (needsTime || haveBoth(known, 'dateCreated')));
    // Many tools write midnight for a day; and one export does not have a review in two versions.
    const isWholeHour = /T\d\d:00:00(?:\.0+)?(?:Z|[+-])/.test(incoming.dateCreated ?? '');
    const isTimeEnough = (known: Known) =>
      !this.claims.has(known) ||
      !haveBoth(known, 'words') ||
      known.said.get('words') === said.get('words');
    const keys = this.#namesOf(row).flatMap((name) => identityKeys(name, said));
    const found = keys.flatMap((key) => {
      if (key.startsWith('same day')) return this.#get(key).filter(isDayEnough);
      if (!key.includes(' rated ')) return this.#get(key);
      return isWholeHour ? [] : this.#get(key).filter(isTimeEnough);
    });
    return [...new Set(found)];
  }

  /** Returns the review that a new row may be a version of. */
  doubtOf(row: Row): Known | undefined {
    const { said } = row;
    const hasId = ({ said }: Pick<Known, 'said'>) => isMark(said.get('sourceId'));
    const ofDay = this.#get(`day ${said.get('datePublished')}`);
    const keys = this.#namesOf(row).flatMap((name) => pairKeys(name, said));
    return preferred([
      ...keys.flatMap((key) => this.#get(key)),
      ...ofDay.filter((known) => !(hasId(row) && hasId(known)) && !isOfOtherSource(row, known)),
    ]);
  }

  /** Returns the names under which a row may be known. */
  #namesOf({ incoming: { authorName }, said }: Row): string[] {
    const forms = authorName === undefined ? [] : displayNames(authorName);
    return [said.get('fullName'), ...forms.map((form) => `~${this.#memory.mark('author', form)}`)];
  }

  #get(key: string): readonly Known[] {
    return this.#index.get(key) ?? [];
  }

  #add(known: Known, keys: readonly string[]): void {
    for (const key of new Set(keys)) {
      const others = this.#index.get(key);
      if (!others) this.#index.set(key, [known]);
      else if (others.length < MAX_ALIKE) others.push(known);
    }
  }
}

/** Returns the review that decides: if possible it was taken down, or else has a file. */
export function preferred(found: readonly Known[]): Known | undefined {
  return found.find((one) => one.removedId) ?? found.find(({ file }) => file) ?? found[0];
}

export function isOfOtherSource({ incoming }: Row, { file }: Known): boolean {
  return file !== undefined && file.review.source.name !== incoming.sourceName;
}

/** Returns the name of a known review or, if only its short form is known, that. */
function nameOf(said: Marks): string {
  const name = said.get('fullName');
  return name === UNKNOWN ? `~${said.get('author')}` : name;
}

/** Returns keys of which two that are one review by rule 2 or 3 have one in common. */
function identityKeys(name: string, said: Marks): string[] {
  const [time, words] = [said.get('dateCreated'), said.get('words')];
  if (name === NOTHING && words === NOTHING) return [];
  const rated = `rated ${said.get('rating')}`;
  const text = words === NOTHING ? rated : words;
  const days = [`same day ${said.get('datePublished')} ${name} ${text}`];
  if (!isMark(time)) return days;
  const times = name === NOTHING ? [text] : [rated, text];
  return [...days, ...times.map((what) => `same time ${time} ${name} ${what}`)];
}

/** Returns keys of which two that share two of name, date and text have one in common. */
function pairKeys(name: string, said: Marks): string[] {
  const dates = [said.get('datePublished'), said.get('dateCreated')].filter(isMark);
  const texts = [said.get('words')].filter(isMark);
  const keys = [name, ...texts].flatMap((one) => dates.map((date) => `pair ${date} ${one}`));
  return [...keys, ...texts.map((text) => `pair ${name} ${text}`)];
}
