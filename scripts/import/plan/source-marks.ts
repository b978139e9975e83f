import { hash } from 'node:crypto';
import {
  DIGEST_FIELDS,
  type DigestField,
  KEY_LENGTH,
  MARK_LENGTH,
  MARK_LETTERS,
} from '#dataset/schema/source-digest.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { comparable } from '../read/clean-text.ts';

/**
 * The value of a part of a review, from a source or an editor; undefined and "" count as absent.
 */
export type SourceValue = string | number | StoredReview['ownerReply'];

/** A parsed `source.digest`. A part without a value at the source has no mark. */
export type Digest = { readonly key: string; readonly marks: ReadonlyMap<DigestField, string> };

/** Half of a key identifies its secret, half is of the review alone. */
const SECRET_LETTERS = 6;
/** Maximum digests that are kept parsed: each takes ten times its letters. */
const MAX_READ = 1000;

/** Makes and compares the marks of `source.digest` with the secret of a content folder. */
export class SourceMarks {
  readonly #secret: string;
  readonly #ofSecret: string;
  /** A digest is compared with several rows, one after the other. */
  readonly #read = new Map<string, Digest>();

  constructor(secret: string) {
    this.#secret = secret;
    this.#ofSecret = this.#letters('', SECRET_LETTERS);
  }

  /**
   * Returns the key of a new review, from its date and text. Marks depend on it: no two reviews
   * share one.
   */
  keyOf(datePublished: string, reviewBody: string): string {
    const first = `${datePublished}\n${comparable(reviewBody)}`;
    return this.#ofSecret + this.#letters(first, KEY_LENGTH - SECRET_LETTERS);
  }

  /** Returns the digest, or undefined if there is none or another secret made it. */
  read(digest: string | undefined): Digest | undefined {
    if (!digest?.startsWith(this.#ofSecret)) return undefined;
    const before = this.#read.get(digest);
    if (before) return before;
    const [key = '', ...parts] = digest.split(' ');
    const marks = new Map<DigestField, string>();
    for (const part of parts) {
      const [name, mark = ''] = part.split('=');
      const field = DIGEST_FIELDS.find((one) => one === name);
      if (field) marks.set(field, mark);
    }
    const read = { key, marks };
    if (this.#read.size === MAX_READ) this.#read.clear();
    this.#read.set(digest, read);
    return read;
  }

  write({ key, marks }: Digest): string {
    const parts = DIGEST_FIELDS.flatMap((field) => {
      const mark = marks.get(field);
      return mark === undefined ? [] : [`${field}=${mark}`];
    });
    return [key, ...parts].join(' ');
  }

  markOf(key: string, field: DigestField, value: SourceValue): string | undefined {
    const text = plain(value);
    return text === '' ? undefined : this.#letters(`${key}\n${field}\n${text}`, MARK_LENGTH);
  }

  /** Returns the mark of a trait, equal in every review: for storage beside the secret only. */
  traitOf(kind: string, value: string): string {
    return this.#letters(`${kind}\n${value}`, MARK_LENGTH);
  }

  /**
   * Returns the beginning of a digest that requires the secret: of SHA-512/256 (FIPS 180-4, §5.3.6)
   * half the state is cut off, so that nothing can be appended to its input.
   */
  #letters(text: string, count: number): string {
    const digits = hash('sha512-256', this.#secret + text, 'hex').slice(0, count);
    return Array.from(digits, (digit) => MARK_LETTERS[Number.parseInt(digit, 16)]).join('');
  }
}

/** True if two values differ only in spacing and composition, which tools change unasked. */
export function isSame(one: SourceValue, other: SourceValue): boolean {
  return one === other || plain(one) === plain(other);
}

function plain(value: SourceValue): string {
  if (typeof value !== 'object') return spaced(String(value ?? ''));
  const { text, datePublished, dateModified = '' } = value;
  return `${datePublished} ${dateModified} ${spaced(text)}`;
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
