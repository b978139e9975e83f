import { didYouMean } from '#dataset/check/nearest-name.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import type { Mention } from '#insights/mention.ts';
import { UsageError } from '../usage-error.ts';
import { describeConfidence, describeSentiment } from './format-reading.ts';
import type { AnalyzedContent } from './read-review.ts';

/**
 * A statement of a review about the aspect, and the terms that found it; no terms if editors added
 * it.
 */
type ListedMention = Mention & {
  readonly reviewId: string;
  readonly datePublished: string;
  readonly rating: number;
  readonly terms: readonly string[];
};

type AspectMentions = {
  readonly id: string;
  readonly name: string;
  readonly mentions: readonly ListedMention[];
  /**
   * Mentions of the business by sentiment, mentions of others, and the number of reviews with the
   * former.
   */
  readonly counts: Readonly<Record<Mention['sentiment'] | 'other' | 'reviews', number>>;
};

/**
 * Returns the mentions of the aspect with an id. Throws an error for which isUsageError is true if
 * there is none.
 */
export function listMentions(analysed: AnalyzedContent, id: string): AspectMentions {
  const { content, dataset, read } = analysed;
  const aspect = content.aspects.find((one) => one.id === id);
  if (!aspect) {
    const ids = content.aspects.map((one) => one.id);
    const known = ids.length === 0 ? 'There are no aspects.' : `There are ${ids.join(', ')}.`;
    throw new UsageError(`No aspect has the id "${id}"${didYouMean(id, ids)}. ${known}`);
  }
  const stored = new Map(content.reviews.map((review) => [review.id, review]));
  const mentions = dataset.reviews.flatMap((review): ListedMention[] => {
    const own = (review.aspects ?? []).filter((mention) => mention.id === id);
    const text = stored.get(review.id);
    if (own.length === 0 || !text) return [];
    const { id: reviewId, datePublished, reviewRating } = review;
    const termsOf = createTermLookup(read, text, id);
    return own.map((mention) => ({
      ...{ reviewId, datePublished, rating: reviewRating.ratingValue },
      ...mention,
      terms: termsOf(mention),
    }));
  });
  return { id, name: aspect.name, mentions, counts: count(mentions) };
}

function createTermLookup(
  read: AnalyzedContent['read'],
  review: StoredReview,
  aspect: string,
): (mention: Mention) => readonly string[] {
  const clauses = read(review).flatMap((sentence) => sentence.clauses);
  return ({ start, end }) =>
    clauses
      .filter(({ clause }) => clause.start === start && clause.end === end)
      .flatMap(({ aspects }) => aspects.find(({ id }) => id === aspect)?.terms ?? []);
}

function count(mentions: readonly ListedMention[]): AspectMentions['counts'] {
  const ofBusiness = mentions.filter(({ about }) => about === 'business');
  const says = (sentiment: Mention['sentiment']) =>
    ofBusiness.filter((mention) => mention.sentiment === sentiment).length;
  return {
    reviews: new Set(ofBusiness.map(({ reviewId }) => reviewId)).size,
    positive: says('positive'),
    neutral: says('neutral'),
    negative: says('negative'),
    mixed: says('mixed'),
    other: mentions.length - ofBusiness.length,
  };
}

const HEADINGS = ['DATE', 'REVIEW', 'STARS', 'SAYS', 'SURE', 'ABOUT', 'TERMS', 'WORDS'];
const GAP = '  ';

export function formatMentions({ id, name, mentions, counts }: AspectMentions): string {
  const closing = `${name} (${id}): ${describe(counts)}.`;
  if (mentions.length === 0) return `${closing}\n`;
  return `${alignColumns([HEADINGS, ...mentions.map(rowOf)])}\n\n${closing}\n`;
}

function rowOf(mention: ListedMention): string[] {
  const { datePublished, reviewId, rating, sentiment, about, terms, quote } = mention;
  return [
    datePublished,
    reviewId,
    String(rating),
    describeSentiment(sentiment),
    surenessOf(mention),
    about === 'business' ? 'business' : 'others',
    terms.join(', ') || '-',
    quote.replaceAll(/\s+/g, ' '),
  ];
}

function surenessOf({ sentiment, confidence }: ListedMention): string {
  if (confidence === 1) return 'editors';
  return sentiment === 'neutral' ? '-' : describeConfidence(confidence);
}

function describe({
  reviews,
  positive,
  neutral,
  negative,
  mixed,
  other,
}: AspectMentions['counts']) {
  const all = positive + neutral + negative + mixed;
  const parts = [
    `${positive} praise`,
    `${negative} criticize`,
    ...(mixed > 0 ? [`${mixed} do both`] : []),
    `${neutral} neutral`,
  ];
  const others = other > 0 ? `; not counted: ${other} about someone else` : '';
  return `${countOf(all, 'mention')} in ${countOf(reviews, 'review')}: ${parts.join(', ')}${others}`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = HEADINGS.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0),
        )
        .join(GAP),
    )
    .join('\n');
}
