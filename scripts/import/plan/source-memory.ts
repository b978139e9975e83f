import { hash } from 'node:crypto';
import { SOURCE_FIELDS, type SourceField } from '#dataset/schema/source-fields.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { comparable } from '../rows/clean-text.ts';
import type { IncomingReview } from '../rows/incoming-review.ts';
import { ANONYMOUS } from './author-name.ts';

/** The value of a part of a review, from a source or an editor; undefined and "" are nothing. */
export type SourceValue = string | number | StoredReview['ownerReply'];

/**
 * Beside the parts that are merged, those that identify a review at its source. `versionOf` is the
 * id of a review that was taken down, which this one is or may be.
 */
const PARTS = [...SOURCE_FIELDS, 'fullName', 'words', 'sourceId', 'versionOf', 'row'] as const;
export type Part = (typeof PARTS)[number];
type Values = { readonly [Key in Part]?: SourceValue };

export const NOTHING = '-';
export const UNKNOWN = '?';

/** Six letters of base64url: of 70 billion pairs of values, one has the same mark twice. */
const MARK_LENGTH = 6;

/** The last words of a source about a review: the mark of each part, NOTHING or UNKNOWN. */
export class Marks {
  readonly #marks: readonly string[];

  constructor(marks: readonly string[] = []) {
    this.#marks = PARTS.map((_, index) => marks[index] ?? UNKNOWN);
  }

  get(part: Part): string {
    return this.#marks[PARTS.indexOf(part)] ?? UNKNOWN;
  }

  has(mark: string): boolean {
    return this.#marks.includes(mark);
  }

  /** Returns these marks, with those of others where they are unknown. */
  or(others: Marks): Marks {
    return new Marks(PARTS.map((part) => (this.get(part) === UNKNOWN ? others : this).get(part)));
  }

  with(part: Part, mark: string): Marks {
    return this.get(part) === mark ? this : new Marks(this.#marks.with(PARTS.indexOf(part), mark));
  }

  toString(): string {
    return this.#marks.join(' ');
  }
}

/**
 * The last words of sources about all reviews, also of those that are gone, by review id. Texts are
 * not kept: one that an editor removed must not be here. With the salt they can be guessed, so a
 * memory is a private file.
 */
export class Memory {
  readonly salt: string;
  readonly lines: ReadonlyMap<string, string>;

  constructor(salt: string, lines: ReadonlyMap<string, string> = new Map()) {
    this.salt = salt;
    this.lines = lines;
  }

  get(id: string): Marks {
    return new Marks(this.lines.get(id)?.split(' '));
  }

  mark(part: Part, value: SourceValue): string {
    const text = plain(value, part);
    if (text === '') return NOTHING;
    const salted = `${this.salt}${part}\n${text}`;
    // Of SHA-512/256 (FIPS 180-4, §5.3.6) half the state is cut off: no input can be continued.
    return hash('sha512-256', salted, 'base64url').slice(0, MARK_LENGTH);
  }

  /** Returns the marks of a row. The author is to be added in the form in which it is stored. */
  marksOf(row: IncomingReview): Marks {
    const { sourceName: name, sourceId: id, authorName: fullName, reviewBody: words } = row;
    return this.#mark({ ...row, fullName, words }).with('sourceId', this.markOfId({ name, id }));
  }

  /** Returns the marks of a stored review. Its full name is unknown, if it has one. */
  marksOfStored(review: StoredReview): Marks {
    const { source, reviewBody: words } = review;
    const author = review.author.name;
    const marks = this.#mark({ ...review, author, words, url: source.url });
    const fullName = author === ANONYMOUS ? NOTHING : UNKNOWN;
    return marks.with('sourceId', this.markOfId(source)).with('fullName', fullName);
  }

  markOfId(source?: { readonly name: string; readonly id?: string | undefined }): string {
    return this.mark('sourceId', source?.id && `${source.name}\n${source.id}`);
  }

  #mark(values: Values): Marks {
    return new Marks(PARTS.map((part) => this.mark(part, values[part])));
  }
}

export function isMark(mark: string): boolean {
  return mark !== NOTHING && mark !== UNKNOWN;
}

/** True if two values differ only in what tools change unasked, such as spacing. */
export function isSame(one: SourceValue, other: SourceValue, field: SourceField): boolean {
  return one === other || plain(one, field) === plain(other, field);
}

function plain(value: SourceValue, part: Part): string {
  if (value === undefined || (part === 'author' && value === ANONYMOUS)) return '';
  if (typeof value === 'object') {
    const { text, datePublished = '', dateModified = '' } = value;
    return `${datePublished} ${dateModified} ${spaced(text)}`;
  }
  if (part === 'fullName' || part === 'words') return comparable(String(value));
  // Not every tool writes fractions of seconds.
  if (part === 'dateCreated') return String(Math.floor(Date.parse(String(value)) / 1000));
  return spaced(String(value));
}

/** Line breaks and paragraphs count, spaces within and around lines do not. */
function spaced(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
