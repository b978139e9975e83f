import { didYouMean } from '#dataset/nearest-name.ts';
import type { Review } from '#dataset/review.ts';
import type { AspectJudgement, StoredReview } from '#dataset/stored-review.ts';
import { deriveInsights } from '#insights/insights.ts';
import { isAnalysed } from '#insights/is-analysed.ts';
import type { Mention } from '#insights/mention.ts';
import type { ReadClause } from '#insights/read-text.ts';
import { UsageError } from '../usage-error.ts';
import type { AnalysedContent } from './analyse-content.ts';
import { listQuoted, type Quoted } from './list-quoted.ts';
import { whyNotQuoted } from './why-not-quoted.ts';

/** What was found in a clause of an aspect, and what became of it. */
export type AspectReading = {
  readonly id: string;
  /** What its terms weigh together, 1 or more. */
  readonly weight: number;
  /** As aspects.yaml spells them. */
  readonly terms: readonly string[];
  /** What editors say of the aspect in this review. */
  readonly editors?: AspectJudgement;
  /** What is published of it with these words; missing where editors took it out or moved it. */
  readonly mention?: Mention;
  /** Why its words are not quoted; missing where they are. */
  readonly notQuoted?: string;
};

/** How a clause was read. Offsets are of reviewBody, in UTF-16 units. */
export type ClauseReading = Pick<
  ReadClause,
  'about' | 'other' | 'mode' | 'label' | 'score' | 'confidence'
> & {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly aspects: readonly AspectReading[];
  /** Under what it is quoted. */
  readonly quoted: readonly Quoted[];
};

/** How a review was read. */
export type ReviewReading = Pick<StoredReview, 'id' | 'datePublished' | 'rating'> & {
  readonly author: string;
  readonly inLanguage: string;
  readonly status: StoredReview['verification']['status'];
  /** Whether its language is one that is analysed. */
  readonly isAnalysed: boolean;
  readonly sentiment?: Review['sentiment'];
  /** The editors' own word. */
  readonly editors: Pick<StoredReview, 'aspects' | 'sentiment' | 'quotes'>;
  readonly clauses: readonly ClauseReading[];
  /** What is published by the word of editors alone: no clause was found to say it. */
  readonly added: readonly Mention[];
};

/** How the review with an id was read. Throws an error that isUsageError knows where none has it. */
export function readReview(analysed: AnalysedContent, id: string): ReviewReading {
  const { content, dataset, read, annotate } = analysed;
  const stored = content.reviews.find((review) => review.id === id);
  if (!stored) {
    const ids = content.reviews.map((review) => review.id);
    throw new UsageError(`No review has the id "${id}"${didYouMean(id, ids)}.`);
  }
  const { aspects, sentiment, quotes, reviewBody, datePublished, rating, author } = stored;
  const inLanguage = stored.inLanguage ?? dataset.language;
  const published = annotate(stored);
  const mentions = published.aspects ?? [];
  const quoted = listQuoted(deriveInsights(dataset), id);
  const isIn = ({ start, end }: Mention, clause: ReadClause['clause']) =>
    start === clause.start && end === clause.end;
  const isAnalysedText = isAnalysed({ inLanguage });
  const clauses = (isAnalysedText ? read(stored) : [])
    .flatMap((sentence) => sentence.clauses)
    .map(({ clause, aspects: found, ...said }): ClauseReading => {
      const { start, end } = clause;
      const own = quoted.filter((quote) => quote.start <= start && end <= quote.end);
      return {
        ...said,
        ...{ text: reviewBody.slice(start, end), start, end },
        aspects: found.map(({ id: aspect, weight, terms }) => {
          const editors = aspects && Object.hasOwn(aspects, aspect) ? aspects[aspect] : undefined;
          const mention = mentions.find((one) => one.id === aspect && isIn(one, clause));
          const isQuoted = own.some((quote) => quote.aspect === aspect);
          return {
            ...{ id: aspect, weight, terms },
            ...(editors && { editors }),
            ...(mention && { mention }),
            ...(mention && !isQuoted && { notQuoted: whyNotQuoted(mention, stored) }),
          };
        }),
        quoted: own,
      };
    });
  const found = new Set(
    clauses.flatMap((clause) => clause.aspects.flatMap((one) => one.mention ?? [])),
  );
  return {
    ...{ id, datePublished, rating, author: author.name, inLanguage },
    status: stored.verification.status,
    isAnalysed: isAnalysedText,
    ...(published.sentiment && { sentiment: published.sentiment }),
    editors: {
      ...(aspects && { aspects }),
      ...(sentiment && { sentiment }),
      ...(quotes && { quotes }),
    },
    clauses,
    added: mentions.filter((mention) => !found.has(mention)),
  };
}
