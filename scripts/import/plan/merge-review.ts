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

/** A part of a review of which what is stored and what the source says are not the same. */
export type Difference = {
  readonly field: SourceField;
  readonly stored: SourceValue;
  readonly said: SourceValue;
};

export type Merged = {
  /** With the digest of what the source says now. */
  readonly review: StoredReview;
  /** The source alone changed it: what it says is taken. */
  readonly taken: readonly Difference[];
  /** An editor alone changed it, and it stays. */
  readonly kept: readonly Difference[];
  /** Both changed it, and the editor's stays. */
  readonly conflicts: readonly Difference[];
  /** Unknown who changed it: it stays as if an editor had. */
  readonly unknown: readonly Difference[];
};

type Reply = StoredReview['ownerReply'];
type Verdict = Exclude<keyof Merged, 'review'>;

export type MergeContext = Pick<ReviewExport, 'speaksOf'> & {
  /** Undefined where nobody asked for other names than stored. */
  readonly names: NamePolicy | undefined;
  readonly marks: SourceMarks;
};

/**
 * Merges what the source says into a stored review, part by part, with what it last said as the
 * base of both. What the export does not speak of stays, as does all that no source says.
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
  /** What the source last said; undefined of a review that was imported without a digest. */
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

  /** `isFit` is false of what the source says where the rest of the review does not allow it. */
  take<Value extends SourceValue>(
    field: SourceField,
    stored: Value,
    given: Value,
    isFit = true,
  ): Value {
    if (!this.#isSpokenOf(field)) return stored;
    // A later export may show too little of its HTML to be read as such.
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

  /** Nor answered: the date of a reply is raised, as that of a new one is. */
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
   * The source's whole name is not kept, so a form of it is what it said: the one that was last
   * written or, where an editor wrote another, would have been. A policy that is asked for holds
   * for names that no editor changed. A name that an editor hid stays hidden, as what is deleted.
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

  /** What differs is judged by what the source last said; undefined where nothing differs. */
  #judge(field: SourceField, stored: SourceValue, said: SourceValue): Verdict | undefined {
    if (isSame(stored, said)) return undefined;
    const last = this.#last(field);
    if (this.#mark(field, stored) === last) return 'taken';
    if (last === UNKNOWN_MARK) return 'unknown';
    return this.#mark(field, said) === last ? 'kept' : 'conflicts';
  }

  /** Deleted by an editor and now at the source, too: it must not come back with the source. */
  #isDeleted(field: SourceField, stored: SourceValue, said: SourceValue): boolean {
    const isNothing = isSame(stored, undefined) && isSame(said, undefined);
    return isNothing && this.#before?.marks.get(field) !== undefined;
  }

  #last(field: SourceField): string | undefined {
    return this.#before ? this.#before.marks.get(field) : UNKNOWN_MARK;
  }

  #isSpokenOf(field: SourceField): boolean {
    if (this.#context.speaksOf.has(field) && !this.#unreadable?.has(field)) return true;
    // That there is no mark would say that the source has said nothing of it.
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
