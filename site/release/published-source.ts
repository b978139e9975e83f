import type { Review } from '#dataset/review.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';
import { positionOf, reviewText, type Serialised } from '#search/corpus/corpus.ts';
import { joinPieces, type Pieces } from '#search/corpus/pieces.ts';
import type { ReviewSource, ReviewsHead, SourceFile } from '#search/review-source.ts';
import type { Questions } from '#search/run-search.ts';

/** What a source is made of. The data files are those of one release, checked against their ETags. */
export type SourceParts = Questions &
  Pick<ReviewSource, 'baseUrl' | 'corpus' | 'removed' | 'names'> & {
    /** None in a build, which takes only content that is whole. */
    readonly removedAlone?: readonly string[];
    readonly data: (path: string) => SourceFile | undefined;
  };

/** Pages of neighbours show each other, and are often requested in sequence; more would only grow old. */
const MAX_RECENT = 4;

/** Reads a release from its published bytes. Everything is parsed once, when needed. */
export function createPublishedSource(parts: SourceParts): ReviewSource {
  const {
    baseUrl,
    corpus,
    removed,
    removedAlone = [],
    names,
    search,
    count,
    explain,
    data,
  } = parts;
  const tombstones = once(() => new Map(removed.map((removal) => [removal.id, removal])));
  const head = once(() => readHead(corpus.body));
  const insights = once(() => {
    const { body } = dataFile(parts, '/insights.json');
    return parsePublished<InsightsDocument>(joinPieces(body).toString('utf8'));
  });
  const recent = new Map<number, Review>();
  const reviewAt = (position: number): Review => {
    const known = recent.get(position);
    if (known) return known;
    const review = publishedReviewAt(corpus, position);
    const [oldest] = recent.keys();
    if (recent.size >= MAX_RECENT && oldest !== undefined) recent.delete(oldest);
    recent.set(position, review);
    return review;
  };
  return {
    baseUrl,
    get etag() {
      return dataFile(parts, '/reviews.json').etag;
    },
    corpus,
    removed,
    removedAlone,
    names,
    search,
    count,
    explain,
    head: async () => head(),
    insights: async () => insights(),
    review: async (id) => {
      const position = positionOf(corpus, id);
      return position === undefined ? undefined : reviewAt(position);
    },
    newest: async (count) =>
      Array.from({ length: Math.min(count, corpus.count) }, (_, position) => reviewAt(position)),
    reviews: async (positions) => positions.map(reviewAt),
    neighbours: async (id) => {
      const position = positionOf(corpus, id);
      if (position === undefined) return undefined;
      return {
        newer: position > 0 ? reviewAt(position - 1) : undefined,
        older: position < corpus.count - 1 ? reviewAt(position + 1) : undefined,
      };
    },
    removal: async (id) => tombstones().get(id) ?? (removedAlone.includes(id) ? { id } : undefined),
    file: async (path) => data(path),
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function dataFile({ data, baseUrl }: SourceParts, path: string): SourceFile {
  const file = data(path);
  if (!file) throw new Error(`The release of ${baseUrl} holds no ${path}.`);
  return file;
}

/** The first line of reviews.json: reviews are on lines of their own after it. */
export function readHead(reviewsJson: Pieces): ReviewsHead {
  const bytes = joinPieces(reviewsJson.slice(0, 1));
  const head = bytes.toString('utf8', 0, bytes.indexOf('"reviews":[')).replace(/,$/, '}');
  return parsePublished(head);
}

/** The review at a position. */
export function publishedReviewAt(corpus: Serialised, position: number): Review {
  return parsePublished(reviewText(corpus, position));
}

/**
 * The bytes of a release were rendered by this program and checked against their ETags. Validating them
 * again would take twenty times as long as parsing, and reorder members.
 */
export function parsePublished<Document>(json: string): Document {
  const value: unknown = JSON.parse(json);
  assertIsOwn<Document>(value);
  return value;
}

function assertIsOwn<Document>(_value: unknown): asserts _value is Document {}
