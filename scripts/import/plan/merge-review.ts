import type { SourceField } from '#dataset/schema/source-fields.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { readMarkup } from '../rows/html-text.ts';
import type { ReviewExport } from '../rows/incoming-review.ts';
import { displayName, displayNames, type NamePolicy, policyOf } from './author-name.ts';
import type { Row } from './review-index.ts';
import {
  isSame,
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
  const { incoming, said: marks } = row;
  const { names, memory, speaksOf } = context;
  const { source } = stored;
  const before = memory.get(stored.id);
  const isOfOtherTool = source.id && incoming.sourceId && source.id !== incoming.sourceId;
  const taken: Difference[] = [];
  const conflicts: Difference[] = [];
  let kept = 0;
  let after = before;
  const isSpokenOf = (field: SourceField) =>
    speaksOf.has(field) && !incoming.unreadable?.has(field);
  const keep = (...parts: readonly Part[]) => {
    for (const part of parts) after = after.with(part, marks.get(part));
  };
  keep('row');
  if (marks.get('sourceId') !== NOTHING) keep('sourceId');
  if (isSpokenOf('author')) keep('fullName');
  if (isSpokenOf('reviewBody')) keep('words');

  function take<Value extends SourceValue>(field: SourceField, own: Value, given: Value): Value {
    const isBlank = given === undefined || given === '';
    if (!isSpokenOf(field) || (isBlank && isOfOtherTool)) return own;
    // A later export may contain too little HTML to be recognized as HTML.
    const said = isSame(readHtml(given), own, field) ? own : given;
    const last = before.get(field);
    const isAsRead = said === given && field !== 'author';
    const now = isAsRead ? marks.get(field) : memory.mark(field, said);
    const isEqual = isSame(own, said, field);
    // Deleted by an editor and now at the source as well: it must not come back with the source.
    if (!(isEqual && now === NOTHING) || last === UNKNOWN) after = after.with(field, now);
    if (isEqual) return own;
    if (memory.mark(field, own) === last) {
      taken.push({ field, stored: own, said });
      return said;
    }
    if (now === last) kept++;
    else conflicts.push({ field, stored: own, said });
    return own;
  }

  /**
   * The whole name is not stored, so the source's value is a form of it: the stored one or, if an
   * editor wrote another name, the last one. A policy applies to names that no editor changed.
   */
  function formOf(own: string, name: string | undefined): string {
    const last = before.get('author');
    if (memory.mark('author', own) === last) {
      return displayName(name, names ?? policyOf(own));
    }
    const forms = displayNames(name);
    return (
      forms.find((form) => memory.mark('author', form) === last) ??
      forms.find((form) => isSame(form, own, 'author')) ??
      displayName(name, 'first-initial')
    );
  }

  const { name } = stored.author;
  const review = withoutUndefined<StoredReview>({
    ...stored,
    author: { name: take('author', name, formOf(name, incoming.authorName)) },
    datePublished: take('datePublished', stored.datePublished, incoming.datePublished),
    dateCreated: take('dateCreated', stored.dateCreated, incoming.dateCreated),
    dateModified: take('dateModified', stored.dateModified, incoming.dateModified),
    rating: take('rating', stored.rating, incoming.rating),
    name: take('name', stored.name, incoming.name),
    inLanguage: take('inLanguage', stored.inLanguage, incoming.inLanguage),
    ownerReply: take('ownerReply', stored.ownerReply, incoming.ownerReply),
    reviewBody: take('reviewBody', stored.reviewBody, incoming.reviewBody),
    source: withoutUndefined<StoredReview['source']>({
      ...source,
      id: source.id ?? incoming.sourceId,
      url: take('url', source.url, incoming.url),
    }),
  });
  return { review, taken, conflicts, kept, line: after.toString() };
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
