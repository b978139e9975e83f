import { type Annotations, vocabularyOf } from '#dataset/annotate.ts';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import type { ReadClause } from '#insights/annotation/read-text.ts';
import { isAnalyzed } from '#insights/text/segment-text.ts';
import { UsageError } from '../command-line.ts';
import type { Analysis } from './analyze-content.ts';
import { createQuoteExplainer, listQuotes } from './explain-quotes.ts';

/** The reading of a clause. Offsets are of reviewBody, in UTF-16 units. */
export type ClauseReading = ReturnType<ReturnType<typeof createClauseReader>>;
/** Its weight is the total of its terms, in the spelling of aspects.yaml: 1 or more. */
export type AspectReading = ClauseReading['aspects'][number];
export type ReviewReading = ReturnType<typeof readReview>;

/** Returns the reading of the review with an id. Throws a UsageError if there is none. */
export function readReview(analysis: Analysis, id: string) {
  const { content, dataset } = analysis;
  const stored = content.reviews.find((review) => review.id === id);
  if (!stored) {
    const hint = didYouMean(id, new Set(content.reviews.map((review) => review.id)));
    throw new UsageError(
      `There is no review with the ID "${id}"${hint}. The ID of a review is in its file in reviews/, after "id:", and at the end of its page’s address.`,
    );
  }
  const { aspects, sentiment, quotes, datePublished, rating, author, verification } = stored;
  const inLanguage = stored.inLanguage ?? dataset.language;
  const published: Annotations =
    dataset.reviews.find((review) => review.id === id) ??
    createAnnotator()(vocabularyOf(content))({ ...stored, inLanguage });
  const { aspects: mentions = [] } = published;
  const isRead = isAnalyzed({ inLanguage });
  const readClause = createClauseReader(analysis, stored, published);
  const clauses = isRead ? analysis.readClauses(stored.reviewBody, rating).map(readClause) : [];
  const found = clauses.flatMap((clause) => clause.aspects.map(({ mention }) => mention));
  return {
    ...{ id, datePublished, rating, author: author.name, inLanguage },
    status: verification.status,
    isAnalyzed: isRead,
    sentiment: published.sentiment,
    editors: { aspects, sentiment, quotes },
    clauses,
    /** Mentions that editors alone added: no clause was found for them. */
    added: mentions.filter((mention) => !found.includes(mention)),
  };
}

/** Creates a function that adds to a clause what editors say and what is published of it. */
function createClauseReader(
  analysis: Analysis,
  stored: StoredReview,
  { aspects: mentions = [], people = [] }: Annotations,
) {
  const judgments = new Map(Object.entries(stored.aspects ?? {}));
  const quotes = listQuotes(analysis.insights, stored.id);
  const explain = createQuoteExplainer(analysis, stored);
  return ({ clause: { start, end }, aspects, ...reading }: ReadClause) => {
    const isHere = (one: { start: number; end: number }) => one.start === start && one.end === end;
    const quoted = quotes.filter(({ clause }) => isHere(clause));
    return {
      ...reading,
      ...{ text: stored.reviewBody.slice(start, end), start, end },
      aspects: aspects.map(({ id, weight, terms }) => {
        const editors = judgments.get(id);
        // Undefined if editors removed or moved it.
        const mention = mentions.find((one) => one.id === id && isHere(one));
        const isQuoted = quoted.some(({ aspect }) => aspect === id);
        const notQuoted = mention && !isQuoted ? explain(mention) : undefined;
        return { id, weight, terms, editors, mention, notQuoted };
      }),
      // Of whom it is published as praise or criticism.
      people: people.filter(isHere).map(({ id }) => id),
      quoted,
    };
  };
}
