import { vocabularyOf } from '#dataset/annotate.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { memoize, memoizeWith } from '#dataset/memoize.ts';
import type { NotesOf } from '#insights/notes/notes.ts';
import type { Said } from '../noted-review.ts';
import { createPeopleFinder } from './names-in-quotes.ts';
import { familiarWords, NOBODY, type Quotation, quotationOf } from './quotation.ts';

/** The quote of a mention; `isPersonal` if it names a person of the business. Null without words. */
export type ReadQuote = (said: Said) => (Quotation & { readonly isPersonal: boolean }) | null;

/**
 * Makes readers of quotes, which remember what they read as long as notes are taken by the same names:
 * `read` knows those of the business and its people, `readUnfamiliar` takes any name for a stranger's.
 */
export const createQuoteReaders = memoizeWith((dataset: Dataset, _notesOf: NotesOf) => {
  const isPersonal = createPeopleFinder(dataset.technicians);
  const createReader = (familiar: ReadonlySet<string>): ReadQuote =>
    memoize(({ from, mention }) => {
      const quotation = quotationOf(from.review.reviewBody, mention, familiar);
      return quotation ? { ...quotation, isPersonal: isPersonal(quotation.text) } : null;
    });
  return {
    read: createReader(familiarWords(vocabularyOf(dataset).names)),
    readUnfamiliar: createReader(NOBODY),
  };
});
