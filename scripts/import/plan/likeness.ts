import { SOURCE_FIELDS, type SourceField, UNKNOWN_MARK } from '#dataset/schema/source-digest.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { comparable } from '../read/clean-text.ts';
import type { IncomingReview } from '../read/incoming-review.ts';
import { ANONYMOUS, displayNames } from './author-name.ts';
import type { Digest, SourceMarks, SourceValue } from './source-marks.ts';

export type Likeness = {
  /** "maybe": only a short form of one name is known, or neither has a name. */
  readonly author: 'same' | 'maybe' | 'other';
  readonly date: boolean;
  readonly body: 'same' | 'alike' | 'other' | 'none';
};

/** The certainty that two are one review. From `guess` on up, two of author, date and text fit. */
export const RANK = { none: 0, doubt: 1, guess: 2, text: 3, exact: 4 } as const;
export type Rank = (typeof RANK)[keyof typeof RANK];

/** A shorter text, such as "Great service!", may be from two people. */
const TELLING_LENGTH = 20;

/** Returns the certainty of a likeness; `text` is the row's. */
export function rankOf({ author, date, body }: Likeness, text: string): Rank {
  const mayBeBy = author !== 'other';
  const isTelling = body === 'alike' || comparable(text).length >= TELLING_LENGTH;
  if (date && mayBeBy && body === 'same') return RANK.exact;
  if (date && author === 'same' && body === 'none') return RANK.exact;
  if (body === 'same' || body === 'alike') {
    if (author === 'same' || (isTelling && (date || mayBeBy))) {
      return body === 'same' ? RANK.text : RANK.guess;
    }
    return date || mayBeBy ? RANK.doubt : RANK.none;
  }
  if (date && author === 'same') return RANK.guess;
  const isHalf = body === 'none' ? date || author === 'same' : date && mayBeBy;
  return isHalf ? RANK.doubt : RANK.none;
}

/**
 * Compares with the last words of the source about a stored review or, if those are unknown, with
 * the review itself.
 */
export function compareWithStored(
  incoming: IncomingReview,
  stored: StoredReview,
  marks: SourceMarks,
): Likeness {
  const digest = marks.read(stored.source.digest);
  const isSaid = (field: SourceField, value: SourceValue) => {
    const mark = digest?.marks.get(field) ?? '';
    if (!digest || mark === UNKNOWN_MARK) return isAlike(partOf(stored, field), value);
    return marks.markOf(digest.key, field, value) === (mark || undefined);
  };
  const { authorName, datePublished, dateCreated, reviewBody } = incoming;
  const fullName = digest?.marks.get('fullName');
  const compareAuthors = () => {
    if (digest && fullName !== undefined && authorName !== undefined) {
      const isSame = marks.markOf(digest.key, 'fullName', comparable(authorName)) === fullName;
      return isSame ? 'same' : 'other';
    }
    return displayNames(authorName).some((form) => isSaid('author', form)) ? 'maybe' : 'other';
  };
  const compareTexts = () => {
    if (isSaid('reviewBody', reviewBody)) return reviewBody === '' ? 'none' : 'same';
    if (reviewBody === '') return 'other';
    if (isAlike(stored.reviewBody, reviewBody)) return 'same';
    return isMostlySame(stored, incoming) ? 'alike' : 'other';
  };
  const author = incoming.unreadable?.has('author') ? 'maybe' : compareAuthors();
  const date =
    isSaid('datePublished', datePublished) ||
    (dateCreated !== undefined && isSaid('dateCreated', dateCreated));
  // A text alone shows nothing, and comparing texts takes longest.
  return { author, date, body: author === 'other' && !date ? 'other' : compareTexts() };
}

/** True if a file is known to differ from its source: an editor decided there. */
export function isDecided(stored: StoredReview, marks: SourceMarks): boolean {
  const digest = marks.read(stored.source.digest);
  if (!digest || stored.verification.status === 'withheld') return true;
  return SOURCE_FIELDS.some((field) => !isAsSaid(stored, field, digest, marks));
}

/** True if an editor left at most one of the name, date and text by which a row finds it. */
export function isHardToFind(stored: StoredReview, marks: SourceMarks): boolean {
  const digest = marks.read(stored.source.digest);
  if (!digest) return false;
  const left = (['author', 'datePublished', 'reviewBody'] as const).filter(
    (field) =>
      !['', ANONYMOUS].includes(String(partOf(stored, field))) &&
      isAsSaid(stored, field, digest, marks),
  );
  return left.length < 2;
}

function isAsSaid(stored: StoredReview, field: SourceField, digest: Digest, marks: SourceMarks) {
  return marks.markOf(digest.key, field, partOf(stored, field)) === digest.marks.get(field);
}

function partOf(review: StoredReview, field: SourceField): SourceValue {
  if (field === 'author') return review.author.name;
  return field === 'url' ? review.source.url : review[field];
}

function isAlike(one: SourceValue, other: SourceValue): boolean {
  return comparable(String(one ?? '')) === comparable(String(other ?? ''));
}

/** True if two longer texts share most groups of three characters, whatever their language. */
function isMostlySame(one: Texted, other: Texted): boolean {
  const [first, second] = [groupsOf(one), groupsOf(other)];
  if (Math.min(first.size, second.size) < TELLING_LENGTH - 2) return false;
  if (Math.min(first.size, second.size) < 0.4 * Math.max(first.size, second.size)) return false;
  const shared = [...first].filter((group) => second.has(group)).length;
  return (2 * shared) / (first.size + second.size) >= 0.6;
}

type Texted = { readonly reviewBody: string };
const groupsOfText = new WeakMap<Texted, ReadonlySet<string>>();

function groupsOf(review: Texted): ReadonlySet<string> {
  const known = groupsOfText.get(review);
  if (known) return known;
  const plain = comparable(review.reviewBody);
  const groups = new Set(
    Array.from({ length: Math.max(0, plain.length - 2) }, (_, at) => plain.slice(at, at + 3)),
  );
  groupsOfText.set(review, groups);
  return groups;
}

const list = new Intl.ListFormat('en-GB');

export function describeLikeness({ author, date, body }: Likeness): string {
  const traits = [
    ...(author === 'other' ? [] : ['author']),
    ...(date ? ['date'] : []),
    ...(body === 'same' ? ['text'] : body === 'alike' ? ['similar text'] : []),
  ];
  return list.format(traits);
}
