import { didYouMean } from '#dataset/check/nearest-name.ts';
import type { Mention } from '#insights/mention.ts';
import { UsageError } from '../command-line.ts';
import { countOf, formatTable } from '../printed-text.ts';
import type { Analysis } from './analyze-content.ts';
import { describeConfidence } from './format-reading.ts';
import words from './reading-words.json' with { type: 'json' };

/** A statement of a review about the aspect. */
type ListedMention = Mention & {
  readonly reviewId: string;
  readonly datePublished: string;
  readonly rating: number;
  /** The terms that found it; none if editors added it. */
  readonly terms: readonly string[];
};

/**
 * Returns the mentions of the aspect with an ID, newest first, and counts: of reviews that mention
 * it, of mentions by sentiment, and of those about others. Throws a UsageError if there is none.
 */
export function listMentions({ dataset, insights, readClauses }: Analysis, id: string) {
  const aspect = insights.aspects.find((one) => one.id === id);
  if (!aspect) {
    const ids = dataset.aspects.map((one) => one.id);
    const known = `The aspects are: ${ids.join(', ') || 'none'}.`;
    throw new UsageError(`There is no aspect with the ID "${id}"${didYouMean(id, ids)}. ${known}`);
  }
  const mentions = dataset.reviews.flatMap((review): ListedMention[] => {
    const own = (review.aspects ?? []).filter((mention) => mention.id === id);
    if (own.length === 0) return [];
    const { id: reviewId, datePublished, reviewBody, reviewRating } = review;
    const rating = reviewRating.ratingValue;
    const clauses = readClauses(reviewBody, rating);
    return own.map((mention) => {
      const clause = clauses.find(
        ({ clause: { start, end } }) => start === mention.start && end === mention.end,
      );
      const { terms = [] } = clause?.aspects.find((one) => one.id === id) ?? {};
      return { reviewId, datePublished, rating, ...mention, terms };
    });
  });
  const { name, reviewCount: reviews, mentionCount, positive, neutral, negative } = aspect;
  const mixed = mentionCount - positive - neutral - negative;
  const other = mentions.length - mentionCount;
  return { id, name, mentions, counts: { reviews, positive, neutral, negative, mixed, other } };
}

const HEADINGS = ['Date', 'Review', 'Stars', 'Says', 'Sure', 'About', 'Terms', 'Words'];

type AspectMentions = ReturnType<typeof listMentions>;

/** Returns the mentions of an aspect as a table, with the counts below. */
export function formatMentions({ id, name, mentions, counts }: AspectMentions): string {
  if (mentions.length === 0) return `No published review mentions ${name} (${id}).`;
  const table = formatTable([HEADINGS, ...mentions.map(rowOf)]);
  return [...table, '', `${name} (${id}): ${describeCounts(counts)}.`].join('\n');
}

function rowOf(mention: ListedMention): string[] {
  const { datePublished, reviewId, rating, sentiment, confidence, about, terms, quote } = mention;
  const sureness = sentiment === 'neutral' ? '-' : describeConfidence(confidence);
  return [
    ...[datePublished, reviewId, `${rating}`, words.judgments[sentiment]],
    confidence === 1 ? 'editors' : sureness,
    about === 'business' ? 'business' : 'others',
    terms.join(', ') || '-',
    quote.replaceAll(/\s+/g, ' '),
  ];
}

function describeCounts({ reviews, other, ...counts }: AspectMentions['counts']): string {
  const { positive, neutral, negative, mixed } = counts;
  const all = countOf(positive + neutral + negative + mixed, 'mention');
  const both = mixed > 0 ? `, ${mixed} do both` : '';
  const sides = `${positive} praise, ${negative} criticize${both}, ${neutral} neutral`;
  const others = other > 0 ? `; not counted: ${other} about someone else` : '';
  return `${all} in ${countOf(reviews, 'review')}: ${sides}${others}`;
}
