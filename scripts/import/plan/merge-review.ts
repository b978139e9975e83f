import type { SourceField } from '#dataset/schema/source-fields.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { readMarkup } from '../rows/html-text.ts';
import type { ReviewExport } from '../rows/incoming-review.ts';
import { displayName, displayNames, type NamePolicy, policyOf } from './author-name.ts';
import type { Row } from './review-index.ts';
import {
  isSame,
  type Marks,
  type Memory,
  NOTHING,
  type Part,
  type SourceValue,
  UNKNOWN,
} from './source-memory.ts';

/** A part of a review that differs between the stored review and the source. */
export type Difference = {
  readonly field: SourceField;
  readonly stored: SourceValue;
  readonly said: SourceValue;
};

export type Merged = {
  readonly review: StoredReview;
  /** The importer owns it, and the source changed it: its value is taken. */
  readonly taken: readonly Difference[];
  /** It differs from the source, which is new: the stored value stays. */
  readonly conflicts: readonly Difference[];
  /** The number of parts that an editor changed, and the source did not since. */
  readonly kept: number;
  /** The marks of the source's current values, as a line of the memory. */
  readonly line: string;
};

export type MergeContext = Pick<ReviewExport, 'speaksOf'> & {
  /** Undefined without a request for other names than stored. */
  readonly names: NamePolicy | undefined;
  readonly memory: Memory;
};

/** Merges the source's values into a stored review, part by part. */
export function mergeReview(stored: StoredReview, row: Row, context: MergeContext): Merged {
  const { incoming } = row;
  const { source } = stored;
  const merge = new Merge(stored, row, context);
  const review = withoutUndefined<StoredReview>({
    ...stored,
    author: { name: merge.takeAuthor(stored.author.name, incoming.authorName) },
    datePublished: merge.take('datePublished', stored.datePublished, incoming.datePublished),
    dateCreated: merge.take('dateCreated', stored.dateCreated, incoming.dateCreated),
    dateModified: merge.take('dateModified', stored.dateModified, incoming.dateModified),
    rating: merge.take('rating', stored.rating, incoming.rating),
    name: merge.take('name', stored.name, incoming.name),
    inLanguage: merge.take('inLanguage', stored.inLanguage, incoming.inLanguage),
    ownerReply: merge.take('ownerReply', stored.ownerReply, incoming.ownerReply),
    reviewBody: merge.take('reviewBody', stored.reviewBody, incoming.reviewBody),
    source: withoutUndefined<StoredReview['source']>({
      ...source,
      id: source.id ?? incoming.sourceId,
      url: merge.take('url', source.url, incoming.url),
    }),
  });
  const { taken, conflicts, kept, marks } = merge;
  return { review, taken, conflicts, kept, line: marks.toString() };
}

class Merge {
  readonly taken: Difference[] = [];
  readonly conflicts: Difference[] = [];
  kept = 0;
  marks: Marks;
  readonly #before: Marks;
  readonly #row: Row;
  readonly #context: MergeContext;
  readonly #isOfOtherTool: boolean;

  constructor({ id, source }: StoredReview, row: Row, context: MergeContext) {
    const { said, incoming } = row;
    const ids = [source.id, incoming.sourceId];
    this.#isOfOtherTool = !ids.includes(undefined) && source.id !== incoming.sourceId;
    this.#row = row;
    this.#context = context;
    this.#before = context.memory.get(id);
    this.marks = this.#before;
    this.#keep('row', said.get('row'));
    if (said.get('sourceId') !== NOTHING) this.#keep('sourceId', said.get('sourceId'));
    if (this.#isSpokenOf('author')) this.#keep('fullName', said.get('fullName'));
    if (this.#isSpokenOf('reviewBody')) this.#keep('words', said.get('words'));
  }

  take<Value extends SourceValue>(field: SourceField, stored: Value, given: Value): Value {
    const isBlank = given === undefined || given === '';
    if (!this.#isSpokenOf(field) || (isBlank && this.#isOfOtherTool)) return stored;
    // A later export may contain too little HTML to be recognized as HTML.
    const said = isSame(readHtml(given), stored, field) ? stored : given;
    const last = this.#before.get(field);
    const isAsRead = said === given && field !== 'author';
    const now = isAsRead ? this.#row.said.get(field) : this.#mark(field, said);
    const isEqual = isSame(stored, said, field);
    // Deleted by an editor and now at the source as well: it must not come back with the source.
    if (!(isEqual && now === NOTHING) || last === UNKNOWN) this.#keep(field, now);
    if (isEqual) return stored;
    if (this.#mark(field, stored) === last) {
      this.taken.push({ field, stored, said });
      return said;
    }
    if (now === last) this.kept++;
    else this.conflicts.push({ field, stored, said });
    return stored;
  }

  /**
   * The whole name is not stored, so the source's value is a form of it: the stored one or, if an
   * editor wrote another name, the last one. A policy applies to names that no editor changed.
   */
  takeAuthor(stored: string, name: string | undefined): string {
    const last = this.#before.get('author');
    const isOwn = this.#mark('author', stored) === last;
    if (isOwn) {
      return this.take(
        'author',
        stored,
        displayName(name, this.#context.names ?? policyOf(stored, name)),
      );
    }
    const forms = displayNames(name);
    const said =
      forms.find((form) => this.#mark('author', form) === last) ??
      forms.find((form) => isSame(form, stored, 'author')) ??
      displayName(name, 'first-initial');
    return this.take('author', stored, said);
  }

  #keep(part: Part, mark: string): void {
    if (this.marks.get(part) !== mark) this.marks = this.marks.with(part, mark);
  }

  #isSpokenOf(field: SourceField): boolean {
    return this.#context.speaksOf.has(field) && !this.#row.incoming.unreadable?.has(field);
  }

  #mark(field: SourceField, value: SourceValue): string {
    return this.#context.memory.mark(field, value);
  }
}

function readHtml(said: SourceValue): SourceValue {
  if (typeof said === 'string') return readMarkup(said);
  return typeof said === 'object' ? { ...said, text: readMarkup(said.text) } : said;
}

type Loose<Value> = { [Key in keyof Value]: Value[Key] | undefined };

export function withoutUndefined<Value extends object>(value: Loose<Value>): Value;
export function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}
