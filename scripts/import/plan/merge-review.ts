import { type DigestField, type SourceField, UNKNOWN_MARK } from '#dataset/schema/source-digest.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { comparable } from '../read/clean-text.ts';
import type { IncomingReview, ReviewExport } from '../read/incoming-review.ts';
import { readMarkup } from '../read/table/html-text.ts';
import {
  ANONYMOUS,
  displayName,
  displayNames,
  NAME_POLICIES,
  type NamePolicy,
  policyOf,
} from './author-name.ts';
import { type Digest, isSame, type SourceMarks, type SourceValue } from './source-marks.ts';

/** A part of a review that differs between the stored review and the source. */
export type Difference = {
  readonly field: SourceField;
  readonly stored: SourceValue;
  readonly said: SourceValue;
};

export type Merged = {
  /** With the digest of the source's current values. */
  readonly review: StoredReview;
  /** The source alone changed it: its value is taken. */
  readonly taken: readonly Difference[];
  /** An editor alone changed it, and it stays. */
  readonly kept: readonly Difference[];
  /** Both changed it, and the editor's stays. */
  readonly conflicts: readonly Difference[];
  /** The origin of the change is unknown: it stays as if an editor had made it. */
  readonly unknown: readonly Difference[];
};

type Reply = StoredReview['ownerReply'];
type Verdict = Exclude<keyof Merged, 'review'>;

export type MergeContext = Pick<ReviewExport, 'speaksOf'> & {
  /** Undefined without a request for other names than stored. */
  readonly names: NamePolicy | undefined;
  readonly marks: SourceMarks;
};

/**
 * Merges the source's values into a stored review, part by part, with its last values as the base
 * of both. Parts that the export does not contain stay, as do all that no source has.
 */
export function mergeReview(
  stored: StoredReview,
  incoming: IncomingReview,
  context: MergeContext,
): Merged {
  const { source } = stored;
  const merge = new Merge(source.digest, incoming, context);
  const datePublished = merge.take('datePublished', stored.datePublished, incoming.datePublished);
  const review = withoutUndefined<StoredReview>({
    ...stored,
    author: { name: merge.takeAuthor(stored.author.name, incoming.authorName) },
    datePublished,
    dateCreated: merge.take('dateCreated', stored.dateCreated, incoming.dateCreated),
    dateModified: merge.takeModified(stored.dateModified, incoming.dateModified, datePublished),
    rating: merge.take('rating', stored.rating, incoming.rating),
    name: merge.take('name', stored.name, incoming.name),
    inLanguage: merge.take('inLanguage', stored.inLanguage, incoming.inLanguage),
    ownerReply: merge.takeReply(stored.ownerReply, incoming.ownerReply, datePublished),
    reviewBody: merge.take('reviewBody', stored.reviewBody, incoming.reviewBody),
    source: withoutUndefined<StoredReview['source']>({
      ...source,
      id: source.id ?? incoming.sourceId,
      url: merge.take('url', source.url, incoming.url),
      digest: merge.digest,
    }),
  });
  return { review, ...merge.differences };
}

class Merge {
  readonly differences: Record<Verdict, Difference[]> = {
    taken: [],
    kept: [],
    conflicts: [],
    unknown: [],
  };
  readonly #context: MergeContext;
  /** The last values of the source; undefined for a review that was imported without a digest. */
  readonly #before: Digest | undefined;
  readonly #key: string;
  readonly #now: Map<DigestField, string>;
  readonly #unreadable: ReadonlySet<SourceField> | undefined;

  constructor(digest: string | undefined, incoming: IncomingReview, context: MergeContext) {
    this.#context = context;
    this.#unreadable = incoming.unreadable;
    this.#before = context.marks.read(digest);
    this.#key =
      this.#before?.key ?? context.marks.keyOf(incoming.datePublished, incoming.reviewBody);
    this.#now = new Map(this.#before?.marks);
  }

  get digest(): string {
    return this.#context.marks.write({ key: this.#key, marks: this.#now });
  }

  /** `isFit` is false for values of the source that the rest of the review does not allow. */
  take<Value extends SourceValue>(
    field: SourceField,
    stored: Value,
    given: Value,
    isFit = true,
  ): Value {
    if (!this.#isSpokenOf(field)) return stored;
    // A later export may contain too little HTML to be recognized as HTML.
    const said = isSame(readHtml(given), stored) ? stored : given;
    const found = this.#judge(field, stored, said);
    const verdict = found === 'taken' && !isFit ? 'conflicts' : found;
    if (verdict === 'unknown' || this.#isDeleted(field, stored, said)) {
      this.#now.set(field, UNKNOWN_MARK);
    } else this.#setMark(field, said);
    if (verdict) this.differences[verdict].push({ field, stored, said });
    return verdict === 'taken' ? said : stored;
  }

  /** A review cannot be changed before it is published, whatever dates are given. */
  takeModified(
    stored: string | undefined,
    said: string | undefined,
    published: string,
  ): string | undefined {
    const isFit = said === undefined || said >= published;
    const date = this.take('dateModified', stored, said, isFit);
    if (date === undefined || date >= published) return date;
    this.differences.taken.push({ field: 'dateModified', stored: date, said: published });
    return published;
  }

  /** It cannot be answered earlier either: the date of a reply is raised, as for a new one. */
  takeReply(stored: Reply, said: Reply, published: string): Reply {
    const raise = (reply: Reply): Reply =>
      reply && reply.datePublished < published ? { ...reply, datePublished: published } : reply;
    const reply = this.take('ownerReply', stored, raise(said));
    const raised = raise(reply);
    if (raised !== reply) {
      this.differences.taken.push({ field: 'ownerReply', stored: reply, said: raised });
    }
    return raised;
  }

  /**
   * The source's whole name is not kept, so its last value is a form of it: the one that was last
   * written or, if an editor wrote another, would have been. A requested policy applies to names
   * that no editor changed. A name that an editor hid stays hidden, like anything deleted.
   */
  takeAuthor(stored: string, name: string | undefined): string {
    if (!this.#isSpokenOf('author')) return stored;
    this.#setMark('fullName', comparable(name ?? ''));
    const last = this.#last('author');
    const isHidden = name === undefined && stored === ANONYMOUS;
    if (last === UNKNOWN_MARK || (isHidden && this.#mark('author', ANONYMOUS) !== last)) {
      return this.#takeUnknownAuthor(stored, name);
    }
    if (this.#mark('author', stored) === last) {
      const said = displayName(name, this.#context.names ?? policyOf(stored, name));
      this.#setMark('author', said);
      return this.#settle('taken', stored, said);
    }
    const forms = displayNames(name);
    const before = forms.find((form) => this.#mark('author', form) === last);
    const said = before ?? displayName(name, 'first-initial');
    this.#setMark('author', said);
    const isForm = forms.some((form) => isSame(form, stored));
    return this.#settle(before !== undefined || isForm ? 'kept' : 'conflicts', stored, said);
  }

  /** A name of unknown origin may only become shorter, or Anonymous. */
  #takeUnknownAuthor(stored: string, name: string | undefined): string {
    this.#now.set('author', UNKNOWN_MARK);
    if (name === undefined) return this.#settle('taken', stored, ANONYMOUS);
    const isForm = displayNames(name).some((form) => isSame(form, stored));
    if (!isForm) return this.#settle('unknown', stored, displayName(name, 'first-initial'));
    const has = policyOf(stored, name);
    const { names = has } = this.#context;
    const isShorter = NAME_POLICIES.indexOf(names) > NAME_POLICIES.indexOf(has);
    return isShorter ? this.#settle('taken', stored, displayName(name, names)) : stored;
  }

  #settle(verdict: Verdict, stored: string, said: string): string {
    if (isSame(said, stored)) return stored;
    this.differences[verdict].push({ field: 'author', stored, said });
    return verdict === 'taken' ? said : stored;
  }

  /** Judges a difference by the last values of the source; undefined if there is none. */
  #judge(field: SourceField, stored: SourceValue, said: SourceValue): Verdict | undefined {
    if (isSame(stored, said)) return undefined;
    const last = this.#last(field);
    if (this.#mark(field, stored) === last) return 'taken';
    if (last === UNKNOWN_MARK) return 'unknown';
    return this.#mark(field, said) === last ? 'kept' : 'conflicts';
  }

  /** Deleted by an editor and now at the source as well: it must not come back with the source. */
  #isDeleted(field: SourceField, stored: SourceValue, said: SourceValue): boolean {
    const isNothing = isSame(stored, undefined) && isSame(said, undefined);
    return isNothing && this.#before?.marks.get(field) !== undefined;
  }

  #last(field: SourceField): string | undefined {
    return this.#before ? this.#before.marks.get(field) : UNKNOWN_MARK;
  }

  #isSpokenOf(field: SourceField): boolean {
    if (this.#context.speaksOf.has(field) && !this.#unreadable?.has(field)) return true;
    // A missing mark would mean that the source has no value.
    if (!this.#before) this.#now.set(field, UNKNOWN_MARK);
    return false;
  }

  #mark(field: DigestField, value: SourceValue): string | undefined {
    return this.#context.marks.markOf(this.#key, field, value);
  }

  #setMark(field: DigestField, said: SourceValue): void {
    const mark = this.#mark(field, said);
    if (mark === undefined) this.#now.delete(field);
    else this.#now.set(field, mark);
  }
}

function readHtml(said: SourceValue): SourceValue {
  if (typeof said === 'string') return readMarkup(said);
  return typeof said === 'object' ? { ...said, text: readMarkup(said.text) } : said;
}

type Loose<Value> = { [Key in keyof Value]: Value[Key] | undefined };

function withoutUndefined<Value extends object>(value: Loose<Value>): Value;
function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}
