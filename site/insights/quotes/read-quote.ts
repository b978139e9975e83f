import { vocabularyOf } from '#dataset/annotate.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { memoize, memoizeLast } from '#dataset/memoize.ts';
import type { Review } from '#dataset/review.ts';
import type { Mention } from '../mention.ts';
import { createPeopleFinder } from './names-in-quotes.ts';
import { familiarWords, NOBODY, type Quotation, quotationOf } from './quotation.ts';

/** A quotation, and whether it names a person of the business. */
export type QuoteReading = Quotation & { readonly isPersonal: boolean };

/** What a quote of a mention would be; null without words. */
export type ReadQuote = (review: Review, mention: Mention) => QuoteReading | null;

/**
 * Makes readers of quotes, which remember what they read while the names stay the same: `read` knows
 * the names of the business and its people, `readUnfamiliar` takes any name for that of a stranger.
 */
export const createQuoteReaders: (dataset: Dataset) => {
  readonly read: ReadQuote;
  readonly readUnfamiliar: ReadQuote;
} = memoizeLast(keyOfReading, (dataset) => {
  const isPersonal = createPeopleFinder(dataset.technicians);
  const createReader = (familiar: ReadonlySet<string>): ReadQuote => {
    const mentionsOf = memoize((review: Review) =>
      memoize((mention: Mention) => {
        const quotation = quotationOf(review.reviewBody, mention, familiar);
        return quotation ? { ...quotation, isPersonal: isPersonal(quotation.text) } : null;
      }),
    );
    return (review, mention) => mentionsOf(review)(mention);
  };
  return {
    read: createReader(familiarWords(vocabularyOf(dataset).names)),
    readUnfamiliar: createReader(NOBODY),
  };
});

function keyOfReading({ business, technicians }: Dataset): string {
  const people = JSON.stringify(technicians, ['id', 'name', 'aliases', 'unambiguous']);
  return JSON.stringify([business.name, people]);
}
