import type { StoredReview } from '#dataset/schema/stored-review.ts';
import type { StoredFile, UnreadableFile } from '../../content/stored-folder.ts';
import type { SeenReviews, Traits } from '../import-folder.ts';
import { comparable } from '../read/clean-text.ts';
import type { IncomingReview } from '../read/incoming-review.ts';
import type { StoredContent } from '../stored-content.ts';
import { displayNames } from './author-name.ts';
import {
  compareWithStored,
  describeLikeness,
  isDecided,
  isHardToFind,
  type Likeness,
  RANK,
  type Rank,
  rankOf,
} from './likeness.ts';
import type { SourceMarks } from './source-marks.ts';

export type Match =
  /** `guess` names the matching traits, unless an id or all of author, date and text match. */
  | { readonly kind: 'stored'; readonly file: StoredFile; readonly guess: string | undefined }
  /** `removedId`: it is this review, which was taken down. */
  | { readonly kind: 'skip'; readonly reason: string; readonly removedId?: string | undefined }
  /** `isLike`: a review with an equal name, day and stars, also without text, has another id. */
  | { readonly kind: 'new'; readonly isLike: boolean };

/** A name, date or text that more stored reviews share identifies none of them. */
const MAX_NAMESAKES = 100;

type Row = {
  readonly id: string;
  readonly incoming: IncomingReview;
  readonly traits: Traits;
};

type Known = {
  readonly id: string;
  readonly traits: Traits;
  readonly file: StoredFile | undefined;
  readonly barrier: string | undefined;
};

type Pair = { readonly known: Known; readonly likeness: Likeness; readonly rank: Rank };

/**
 * Decides for all rows of an export together which stored review each is: by the source's id; else
 * as the one whose source last had equal author, date and text; else by the review id; else by a
 * match of two of the three that is the only one on both sides. A row that could be a stored or
 * removed review is skipped if nothing shows which: as a new one, it would bring back text that an
 * editor took out.
 */
export function matchReviews(
  incoming: readonly (readonly [id: string, review: IncomingReview])[],
  stored: StoredContent,
  seen: SeenReviews,
  marks: SourceMarks,
): ReadonlyMap<string, Match> {
  const rows = incoming.map(([id, one]) => ({ id, incoming: one, traits: traitsOf(one, marks) }));
  return new Matcher(rows, stored, seen, marks).match();
}

export function traitsOf(
  { sourceName, sourceId, authorName, ...review }: IncomingReview,
  marks: SourceMarks,
): Traits {
  return {
    source: marks.traitOf('source', sourceName),
    sourceId: sourceId && marks.traitOf('sourceId', `${sourceName}\n${sourceId}`),
    author: authorName && marks.traitOf('author', comparable(authorName)),
    date: marks.traitOf('date', review.datePublished),
    created: review.dateCreated && marks.traitOf('created', review.dateCreated),
    body: review.reviewBody ? marks.traitOf('body', comparable(review.reviewBody)) : undefined,
  };
}

class Matcher {
  readonly #rows: readonly Row[];
  readonly #marks: SourceMarks;
  readonly #stored: StoredContent;
  readonly #known: readonly Known[];
  readonly #byId: ReadonlyMap<string, readonly Known[]>;
  readonly #broken: ReadonlyMap<string, UnreadableFile>;
  readonly #matches = new Map<string, Match>();
  readonly #claimed = new Set<Known>();
  readonly #decided = new Map<Known, boolean>();
  readonly #crowded = new Set<Row>();

  constructor(rows: readonly Row[], stored: StoredContent, seen: SeenReviews, marks: SourceMarks) {
    this.#rows = rows;
    this.#marks = marks;
    this.#stored = stored;
    this.#broken = new Map(
      stored.unreadable.flatMap((file) => file.ids.map((id) => [id, file] as const)),
    );
    const files = stored.files.map((file): Known => {
      const { id } = file.review;
      const traits = traitsOf(asIncoming(file.review), marks);
      return { id, file, traits, barrier: this.#barrierOf(id) };
    });
    const ids = new Set(files.map(({ id }) => id));
    const gone = [...seen].flatMap(([id, traits]): Known[] => {
      const barrier = ids.has(id) ? undefined : this.#barrierOf(id);
      return barrier === undefined ? [] : [{ id, traits, file: undefined, barrier }];
    });
    this.#known = [...files, ...gone];
    this.#byId = Map.groupBy(this.#known, ({ id }) => id);
  }

  match(): ReadonlyMap<string, Match> {
    this.#claimBySourceId();
    this.#claimById((row, known) => this.#compare(row, known).rank === RANK.exact);
    const pairs = this.#pairRest();
    this.#claimUnique(pairs, RANK.exact);
    this.#claimById(() => true);
    this.#skipBarred();
    for (const rank of [RANK.text, RANK.guess]) this.#claimUnique(pairs, rank);
    for (const row of this.#rest())
      this.#matches.set(row.id, this.#judge(row, pairs.get(row) ?? []));
    this.#skipTwins(pairs);
    return this.#matches;
  }

  #claimBySourceId(): void {
    const bySourceId = Map.groupBy(this.#known, ({ traits }) => traits.sourceId);
    for (const row of this.#rows) {
      const [one, other] = (row.traits.sourceId && bySourceId.get(row.traits.sourceId)) || [];
      if (one && other) this.#skipTwice(row, one, other);
      else if (one) this.#claim(row, one);
    }
  }

  #claimById(accept: (row: Row, known: Known) => boolean): void {
    for (const row of this.#rest()) {
      const [one, other] = this.#byId.get(row.id) ?? [];
      if (one && other) this.#skipTwice(row, one, other);
      else if (one && !this.#claimed.has(one) && accept(row, one)) this.#claim(row, one);
    }
  }

  /**
   * Candidates for the remaining rows: reviews that share one trait, as it is stored. A trait that
   * very many share, such as the name "Verified Customer", shows nothing: of these, only reviews
   * that can lose something are compared, or each row would be compared with each review.
   */
  #pairRest(): ReadonlyMap<Row, readonly Pair[]> {
    const rest = this.#rest();
    if (rest.length === 0) return new Map();
    const byTrait = new Map<string, Known[]>();
    const anywhere: Known[] = [];
    for (const known of this.#known) {
      const isAtRisk = this.#isDecided(known);
      if (this.#claimed.has(known) && !isAtRisk) continue;
      const { author, date, created, body } = known.traits;
      for (const trait of [author, date, created, body]) {
        if (trait === undefined) continue;
        const others = byTrait.get(trait);
        if (others) others.push(known);
        else byTrait.set(trait, [known]);
      }
      if (isAtRisk && known.file && isHardToFind(known.file.review, this.#marks))
        anywhere.push(known);
    }
    const crowded = new Set<string>();
    for (const [trait, shared] of byTrait) {
      if (shared.length <= MAX_NAMESAKES) continue;
      crowded.add(trait);
      byTrait.set(
        trait,
        shared.filter((known) => this.#isDecided(known)),
      );
    }
    return new Map(
      rest.map((row) => {
        const { date, created, body } = row.traits;
        const name = row.incoming.authorName;
        const forms = (name === undefined ? [] : displayNames(name)).map((form) =>
          this.#marks.traitOf('author', comparable(form)),
        );
        if (crowded.has(date) && forms.some((form) => crowded.has(form))) this.#crowded.add(row);
        const near = [...forms, date, created, body].flatMap((trait) =>
          trait === undefined ? [] : (byTrait.get(trait) ?? []),
        );
        const pairs = [...new Set([...near, ...anywhere])].map((known) =>
          this.#compare(row, known),
        );
        return [row, pairs.filter(({ rank }) => rank > RANK.none)];
      }),
    );
  }

  /**
   * Claims pairs that are the only match on both sides. If something can be lost, a doubt bars a
   * guess.
   */
  #claimUnique(pairs: ReadonlyMap<Row, readonly Pair[]>, least: Rank): void {
    const open = this.#rest().flatMap((row) =>
      (pairs.get(row) ?? [])
        .filter((pair) =>
          least === RANK.guess
            ? this.#isUnclear(row, pair)
            : pair.rank >= least && this.#isOpen(row, pair),
        )
        .map((pair) => ({ row, pair })),
    );
    const ofRow = Map.groupBy(open, ({ row }) => row);
    const ofKnown = Map.groupBy(open, ({ pair }) => pair.known);
    for (const { row, pair } of open) {
      const isOnly = ofRow.get(row)?.length === 1 && ofKnown.get(pair.known)?.length === 1;
      if (isOnly && pair.rank >= least) this.#claim(row, pair.known, pair);
    }
  }

  #judge(row: Row, pairs: readonly Pair[]): Match {
    const [another] = this.#byId.get(row.id) ?? [];
    if (another) return skip(`has the id of ${placeOf(another)}, which is another review`);
    const twin = pairs.find((pair) => pair.rank === RANK.exact && isTwin(row, pair));
    if (twin?.known.barrier) return skip(`${nameOf(twin)}, which ${twin.known.barrier}`);
    if (twin) return skip(sayTwin(row.incoming, placeOf(twin.known)));
    const unclear = pairs.filter(
      (pair) => this.#isUnclear(row, pair) || this.#mayBeRenamed(row, pair),
    );
    const [first] = unclear;
    if (first) {
      const places = unclear.slice(0, 3).map(({ known }) => placeOf(known));
      return skip(
        `may be a new version of ${places.join(' or ')} (${describeLikeness(first.likeness)}), or another review; if it is another, write its file yourself`,
      );
    }
    const source = pairs.find(
      ({ known, rank, likeness }) =>
        (mayBe(row, known) || isOfOtherSource(row, known)) &&
        rank >= RANK.guess &&
        (likeness.body === 'same' || likeness.body === 'alike') &&
        this.#isDecided(known),
    );
    if (source) return skip(`repeats a text that an editor changed, in ${placeOf(source.known)}`);
    if (this.#crowded.has(row)) {
      return skip(
        `has the name and the date of more than ${MAX_NAMESAKES} reviews, and may be a new version of one; only an id column could show it`,
      );
    }
    return { kind: 'new', isLike: false };
  }

  /** Of two rows that are equal except for their ids, the first is taken. */
  #skipTwins(pairs: ReadonlyMap<Row, readonly Pair[]>): void {
    const first = new Map<string, IncomingReview[]>();
    for (const row of this.#rows) {
      const { id, incoming, traits } = row;
      const match = this.#matches.get(id);
      if (match?.kind === 'skip') continue;
      const { author = '', date, body = '' } = traits;
      const same = first.get(author + date + body) ?? [];
      first.set(author + date + body, [...same, incoming]);
      if (match?.kind !== 'new') continue;
      const twin = same.find((other) => isTellingTwin(incoming, other));
      const others = [...same, ...(pairs.get(row) ?? []).flatMap((pair) => storedLike(row, pair))];
      const isLike = others.some((other) => isSameRating(incoming, other));
      this.#matches.set(id, twin ? skip(sayTwin(incoming, twin.place)) : { kind: 'new', isLike });
    }
  }

  #skipBarred(): void {
    for (const { id, incoming } of this.#rest()) {
      const barrier =
        this.#barrierOf(id) ??
        (incoming.sourceId && brokenReason(this.#broken.get(incoming.sourceId)));
      if (barrier) this.#matches.set(id, skip(barrier));
    }
  }

  #skipTwice(row: Row, one: Known, other: Known): void {
    this.#claimed.add(one).add(other);
    this.#matches.set(row.id, skip(`is stored twice, in ${placeOf(one)} and ${placeOf(other)}`));
  }

  #claim(row: Row, known: Known, pair?: Pair): void {
    const { barrier, file, id } = known;
    this.#claimed.add(known);
    const guess = pair && pair.rank < RANK.exact ? describeLikeness(pair.likeness) : undefined;
    const reason = guess && pair ? `${nameOf(pair)}, which ${barrier}` : barrier;
    if (reason && barrier) this.#matches.set(row.id, { ...skip(reason), removedId: id });
    else if (file) this.#matches.set(row.id, { kind: 'stored', file, guess });
  }

  #compare(row: Row, known: Known): Pair {
    const likeness = known.file
      ? compareWithStored(row.incoming, known.file.review, this.#marks)
      : compareTraits(row.traits, known.traits);
    return { known, likeness, rank: rankOf(likeness, row.incoming.reviewBody) };
  }

  #isOpen(row: Row, { known }: Pair): boolean {
    return mayBe(row, known) && !this.#claimed.has(known);
  }

  /**
   * True if the row may be this review, and adding it may bring back text that was taken out of it.
   */
  #isUnclear(row: Row, pair: Pair): boolean {
    if (!this.#isOpen(row, pair)) return false;
    return pair.rank >= RANK.guess || this.#isDecided(pair.known);
  }

  /** True if the row may be this review under another name of its source. */
  #mayBeRenamed(row: Row, { known, rank, likeness: { body } }: Pair): boolean {
    if (!isOfOtherSource(row, known) || this.#claimed.has(known)) return false;
    // One person may write at two platforms on a day: with ids of both, only the text shows which.
    const haveIds = row.traits.sourceId !== undefined && known.traits.sourceId !== undefined;
    if (haveIds && body !== 'same' && body !== 'alike') return false;
    return rank >= RANK.guess && this.#isDecided(known);
  }

  #isDecided(known: Known): boolean {
    const { file } = known;
    const before = this.#decided.get(known);
    if (before !== undefined) return before;
    const isSo = !file || isDecided(file.review, this.#marks);
    this.#decided.set(known, isSo);
    return isSo;
  }

  #barrierOf(id: string): string | undefined {
    if (this.#stored.removedIds.has(id)) return 'is in removed.yaml';
    return brokenReason(this.#broken.get(id));
  }

  #rest(): Row[] {
    return this.#rows.filter(({ id }) => !this.#matches.has(id));
  }
}

function skip(reason: string) {
  return { kind: 'skip', reason } as const;
}

function brokenReason(file: UnreadableFile | undefined): string | undefined {
  return file && `its file cannot be read and was not changed: ${file.problem}`;
}

function placeOf({ file, id }: Known): string {
  return file?.file ?? id;
}

function nameOf({ known, likeness }: Pair): string {
  return `is, by ${describeLikeness(likeness)}, ${placeOf(known)}`;
}

function isOfOtherSource({ traits }: Row, known: Known): boolean {
  return traits.source !== known.traits.source;
}

/** Two ids of one source are two reviews; if one has none, they may be one. */
function mayBe(row: Row, known: Known): boolean {
  const { traits } = row;
  if (isOfOtherSource(row, known)) return false;
  return traits.sourceId === undefined || known.traits.sourceId === undefined;
}

function compareTraits(one: Traits, other: Traits): Likeness {
  const isSameAuthor = one.author === other.author;
  const hasNoBody = one.body === undefined && other.body === undefined;
  return {
    author: !isSameAuthor ? 'other' : one.author === undefined ? 'maybe' : 'same',
    date: one.date === other.date || (one.created !== undefined && one.created === other.created),
    body: hasNoBody ? 'none' : one.body === other.body ? 'same' : 'other',
  };
}

/** Returns the stored review of a pair if it has the source, name and day of the row. */
function storedLike(row: Row, { known, likeness: { author, date } }: Pair): IncomingReview[] {
  const isLike = date && author !== 'other' && !isOfOtherSource(row, known);
  return isLike && known.file ? [asIncoming(known.file.review)] : [];
}

function isTwin({ incoming }: Row, { known: { file } }: Pair): boolean {
  return file === undefined || isTellingTwin(incoming, asIncoming(file.review));
}

/**
 * Two texts without a name may be alike by chance, and so may two ratings without text: if both
 * have ids of their source they are two, except for ratings of one person at one instant.
 */
function isTellingTwin(one: IncomingReview, other: IncomingReview): boolean {
  const haveIds = one.sourceId !== undefined && other.sourceId !== undefined;
  if (one.reviewBody !== '') return one.authorName !== undefined || !haveIds;
  return isSameRating(one, other) && (!haveIds || isSameInstant(one, other));
}

/** True if a named person gave equal stars and wrote no text; equal names are known already. */
function isSameRating(one: IncomingReview, other: IncomingReview): boolean {
  const isWithoutText = one.reviewBody === '' && other.reviewBody === '';
  return isWithoutText && one.authorName !== undefined && one.rating === other.rating;
}

/** To the second: not every tool writes fractions. */
function isSameInstant(one: IncomingReview, other: IncomingReview): boolean {
  const [first, second] = [one, other].map(({ dateCreated }) =>
    Math.floor(Date.parse(dateCreated ?? '') / 1000),
  );
  return first === second;
}

function sayTwin({ reviewBody }: IncomingReview, place: string): string {
  return `has the same author, date and ${reviewBody === '' ? 'stars' : 'text'} as ${place}`;
}

function asIncoming(review: StoredReview): IncomingReview {
  const { source, author, datePublished, dateCreated, rating, reviewBody } = review;
  return {
    place: '',
    key: '',
    notes: [],
    sourceName: source.name,
    sourceId: source.id,
    authorName: author.name,
    datePublished,
    dateCreated,
    rating,
    reviewBody,
  };
}
