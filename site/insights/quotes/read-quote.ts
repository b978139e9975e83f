import { vocabularyOf } from '#dataset/annotate.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { memoize, memoizeWith } from '#dataset/memoize.ts';
import type { Review } from '#dataset/review.ts';
import type { NotesOf } from '#insights/notes/notes.ts';
import type { Mention } from '../mention.ts';
import { createPeopleFinder } from './names-in-quotes.ts';
import { familiarWords, NOBODY, type Quotation, quotationOf } from './quotation.ts';

/** A quotation, and whether it names a person of the business. */
type QuoteReading = Quotation & { readonly isPersonal: boolean };

/** What a quote of a mention would be; null without words. */
export type ReadQuote = (review: Review, mention: Mention) => QuoteReading | null;

type QuoteReaders = { readonly read: ReadQuote; readonly readUnfamiliar: ReadQuote };

/**
 * Makes readers of quotes, which remember what they read as long as notes are taken by the same names:
 * `read` knows those of the business and its people, `readUnfamiliar` takes any name for a stranger's.
 */
export const createQuoteReaders = memoizeWith<NotesOf, Dataset, QuoteReaders>((dataset) => {
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
