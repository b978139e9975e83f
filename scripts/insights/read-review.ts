import { vocabularyOf } from '#dataset/annotate.ts';
import { didYouMean } from '#dataset/nearest-name.ts';
import type { Review } from '#dataset/review.ts';
import type { Aspect } from '#dataset/stored-entities.ts';
import type { AspectJudgement, StoredReview } from '#dataset/stored-review.ts';
import { deriveInsights } from '#insights/insights.ts';
import { isAnalysed } from '#insights/is-analysed.ts';
import type { Mention } from '#insights/mention.ts';
import { familiarWords } from '#insights/quotation.ts';
import type { ReadClause } from '#insights/read-text.ts';
import { UsageError } from '../usage-error.ts';
import type { AnalysedContent } from './analyse-content.ts';
import { listQuoted, type Quoted, whyNotQuoted } from './quoting.ts';

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
export function readReview(
  { content, dataset, read, annotate }: AnalysedContent,
  id: string,
): ReviewReading {
  const stored = content.reviews.find((review) => review.id === id);
  if (!stored) {
    const ids = content.reviews.map((review) => review.id);
    throw new UsageError(`No review has the id "${id}"${didYouMean(id, ids)}.`);
  }
  const { aspects, sentiment, quotes, datePublished, rating, author, verification } = stored;
  const inLanguage = stored.inLanguage ?? dataset.language;
  const isRead = isAnalysed({ inLanguage });
  const published = annotate(stored);
  const mentions = published.aspects ?? [];
  const familiar = familiarWords(vocabularyOf(content).names);
  const quoted = listQuoted(deriveInsights(dataset), id);
  const clauses = (isRead ? read(stored) : [])
    .flatMap((sentence) => sentence.clauses)
    .map((clause) =>
      readClause(clause, stored, { mentions, quoted, familiar, aspects: content.aspects }),
    );
  const found = clauses.flatMap((clause) => clause.aspects.map(({ mention }) => mention));
  return {
    ...{ id, datePublished, rating, author: author.name, inLanguage },
    status: verification.status,
    isAnalysed: isRead,
    ...(published.sentiment && { sentiment: published.sentiment }),
    editors: {
      ...(aspects && { aspects }),
      ...(sentiment && { sentiment }),
      ...(quotes && { quotes }),
    },
    clauses,
    added: mentions.filter((mention) => !found.includes(mention)),
  };
}

/** What is published of a review, and what decides what is quoted. */
type Published = {
  readonly mentions: readonly Mention[];
  readonly quoted: readonly Quoted[];
  /** The words of the names of the business and its people. */
  readonly familiar: ReadonlySet<string>;
  readonly aspects: readonly Aspect[];
};

function readClause(
  { clause, aspects, ...said }: ReadClause,
  stored: StoredReview,
  { mentions, quoted, familiar, aspects: defined }: Published,
): ClauseReading {
  const { start, end } = clause;
  const own = quoted.filter((quote) => quote.clause.start === start && quote.clause.end === end);
  return {
    ...said,
    ...{ text: stored.reviewBody.slice(start, end), start, end },
    aspects: aspects.map(({ id, weight, terms }) => {
      const judged = stored.aspects ?? {};
      const editors = Object.hasOwn(judged, id) ? judged[id] : undefined;
      const mention = mentions.find(
        (one) => one.id === id && one.start === start && one.end === end,
      );
      const isQuoted = own.some(({ aspect }) => aspect === id);
      return {
        ...{ id, weight, terms },
        ...(editors && { editors }),
        ...(mention && { mention }),
        ...(mention &&
          !isQuoted && { notQuoted: whyNotQuoted(mention, stored, familiar, defined) }),
      };
    }),
    quoted: own,
  };
}
