import { type Annotations, vocabularyOf } from '#dataset/annotate.ts';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import type { Content } from '#dataset/content.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import type { Aspect } from '#dataset/schema/stored-entities.ts';
import type { AspectJudgment, StoredReview } from '#dataset/schema/stored-review.ts';
import { createGazetteers, wordsOf } from '#dataset/text/mentions.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import {
  createReader,
  type ReadClause,
  type ReadSentence,
} from '#insights/annotation/read-text.ts';
import { deriveInsights } from '#insights/insights.ts';
import type { InsightsDocument, Quote } from '#insights/insights-document.ts';
import type { Mention, PersonMention } from '#insights/mention.ts';
import { familiarWords, quotationOf, type Refusal } from '#insights/quotes/quotation.ts';
import { isTooUnsure } from '#insights/quotes/quotes.ts';
import { isAnalyzed } from '#insights/text/segment-text.ts';
import { UsageError } from '../usage-error.ts';

export type AspectReading = {
  readonly id: string;
  /** The total weight of its terms, 1 or more. */
  readonly weight: number;
  /** In the spelling of aspects.yaml. */
  readonly terms: readonly string[];
  readonly editors?: AspectJudgment;
  /** The mention that is published with these words; missing if editors removed or moved it. */
  readonly mention?: Mention;
  /** The reason why its words are not quoted; missing if they are. */
  readonly notQuoted?: string;
};

/** The reading of a clause. Offsets are of reviewBody, in UTF-16 units. */
export type ClauseReading = Pick<
  ReadClause,
  'about' | 'other' | 'mode' | 'label' | 'score' | 'confidence'
> & {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly aspects: readonly AspectReading[];
  /** The ids of the people of whom it is published as praise or criticism. */
  readonly people: readonly string[];
  readonly quoted: readonly Quoted[];
};

export type ReviewReading = Pick<StoredReview, 'id' | 'datePublished' | 'rating'> & {
  readonly author: string;
  readonly inLanguage: string;
  readonly status: StoredReview['verification']['status'];
  readonly isAnalyzed: boolean;
  readonly sentiment?: Review['sentiment'];
  readonly editors: Pick<StoredReview, 'aspects' | 'sentiment' | 'quotes'>;
  readonly clauses: readonly ClauseReading[];
  /** Mentions that editors alone added: no clause was found for them. */
  readonly added: readonly Mention[];
};

export function readReview(
  { content, dataset, read, annotate }: AnalyzedContent,
  id: string,
): ReviewReading {
  const stored = content.reviews.find((review) => review.id === id);
  if (!stored) {
    const ids = content.reviews.map((review) => review.id);
    throw new UsageError(`No review has the id "${id}"${didYouMean(id, ids)}.`);
  }
  const { aspects, sentiment, quotes, datePublished, rating, author, verification } = stored;
  const inLanguage = stored.inLanguage ?? dataset.language;
  const isRead = isAnalyzed({ inLanguage });
  const published = annotate(stored);
  const { aspects: mentions = [], people = [] } = published;
  const { technicians: findPeople } = createGazetteers(content);
  const naming = {
    familiar: familiarWords(vocabularyOf(content).names),
    isPersonal: (quote: string) => findPeople(wordsOf(quote)).length > 0,
  };
  const quoted = listQuoted(deriveInsights(dataset), id);
  const clauses = (isRead ? read(stored) : [])
    .flatMap((sentence) => sentence.clauses)
    .map((clause) =>
      readClause(clause, stored, { mentions, people, quoted, naming, aspects: content.aspects }),
    );
  const found = clauses.flatMap((clause) => clause.aspects.map(({ mention }) => mention));
  return {
    ...{ id, datePublished, rating, author: author.name, inLanguage },
    status: verification.status,
    isAnalyzed: isRead,
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

/**
 * The words of the names of the business and its people, and a test for quotes that name one of
 * these.
 */
type Naming = {
  readonly familiar: ReadonlySet<string>;
  readonly isPersonal: (quote: string) => boolean;
};

type Published = {
  readonly mentions: readonly Mention[];
  readonly people: readonly PersonMention[];
  readonly quoted: readonly Quoted[];
  readonly naming: Naming;
  readonly aspects: readonly Aspect[];
};

function readClause(
  { clause, aspects, ...said }: ReadClause,
  stored: StoredReview,
  { mentions, people, quoted, naming, aspects: defined }: Published,
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
        ...(mention && !isQuoted && { notQuoted: whyNotQuoted(mention, stored, naming, defined) }),
      };
    }),
    people: people.filter((one) => one.start === start && one.end === end).map(({ id }) => id),
    quoted: own,
  };
}

/** Words of a review that insights.json quotes, and their subject. */
type Quoted = Pick<Quote, 'text' | 'start' | 'end' | 'clause'> & {
  /** The name of the aspect, person, service or place. */
  readonly under: string;
  readonly aspect?: string;
};

function listQuoted(insights: InsightsDocument, reviewId: string): Quoted[] {
  const { technicians, services, serviceAreas } = insights.entities;
  const named = [...technicians, ...services, ...serviceAreas];
  const places = [
    ...insights.aspects.map(({ id, name, quotes }) => ({ under: name, aspect: id, quotes })),
    ...named.map(({ name, quotes }) => ({ under: name, quotes })),
  ];
  return places.flatMap(({ quotes, ...place }) =>
    quotes
      .filter((quote) => quote.reviewId === reviewId)
      .map(({ text, start, end, clause }) => ({ ...place, text, start, end, clause })),
  );
}

/** Returns the reason why a mention is not quoted. */
function whyNotQuoted(
  mention: Mention,
  { id, verification, reviewBody, rating }: StoredReview,
  { familiar, isPersonal }: Naming,
  aspects: readonly Aspect[],
): string {
  if (verification.status !== 'verified') return `the review is ${verification.status}`;
  if (mention.quotable === false) return 'editors have excluded it from quotes';
  if (aspects.some((aspect) => aspect.id === mention.id && aspect.quotes?.veto.includes(id))) {
    return 'aspects.yaml excludes this review from its quotes';
  }
  if (mention.about === 'other') return 'it is about someone else';
  if (mention.sentiment === 'neutral' || mention.sentiment === 'mixed') return 'it is neutral';
  const { text = '', refusal } = quotationOf(reviewBody, mention, familiar) ?? {};
  if (isTooUnsure(mention, rating, isPersonal(text))) {
    return 'it names a person or contradicts the stars, and is less than 95 % sure';
  }
  return refusal
    ? REFUSALS[refusal]
    : 'others were chosen, or the review is quoted for something else';
}

const REFUSALS: Readonly<Record<Refusal, string>> = {
  contact: 'the sentence contains contact data',
  number: 'the sentence contains the number of a claim, an account or the like',
  health: 'the sentence is about someone’s health',
  length: 'the sentence is too short or too long',
  question: 'the sentence is a question',
  fragment: 'the sentence is incomplete',
  pronoun: 'the sentence says “he” or “she” of someone named earlier',
  doubt: 'it mentions a doubt, which is easily misread',
  story: 'it describes an event, not an act of the business',
};

export type AnalyzedContent = {
  readonly content: Content;
  readonly dataset: Dataset;
  /** Returns the reading of a review's text, before editors' changes. */
  readonly read: (review: StoredReview) => readonly ReadSentence[];
  readonly annotate: (review: StoredReview) => Annotations;
};

/** Nothing in the output contains links. */
const BASE_URL = 'http://localhost';

export function analyseContent(content: Content): AnalyzedContent {
  const vocabulary = vocabularyOf(content);
  const createAnnotate = createAnnotator();
  const dataset = createDataset(content, BASE_URL, createAnnotate);
  const [read, annotate] = [createReader(vocabulary), createAnnotate(vocabulary)];
  const withLanguage = (review: StoredReview) => ({
    ...review,
    inLanguage: review.inLanguage ?? dataset.language,
  });
  return {
    content,
    dataset,
    read: (review) => read(withLanguage(review)),
    annotate: (review) => annotate(withLanguage(review)),
  };
}
