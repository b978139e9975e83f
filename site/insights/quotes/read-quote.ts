import { vocabularyOf } from '#dataset/annotate.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { memoize } from '#dataset/memoize.ts';
import { createGazetteers, wordsOf } from '#dataset/text/mentions.ts';
import type { Said } from '../noted-review.ts';
import { familiarWords, type Quotation, quotationOf } from './quotation.ts';

/** The quote of a mention; `isPersonal` if it names a person of the business. Null without words. */
export type ReadQuote = (said: Said) => (Quotation & { readonly isPersonal: boolean }) | null;

/** Makes a reader of quotes that remembers what it has read. */
export function createQuoteReader(dataset: Dataset): ReadQuote {
  const { technicians: findPeople } = createGazetteers(dataset);
  const familiar = familiarWords(vocabularyOf(dataset).names);
  return memoize(({ from, mention }: Said) => {
    const quotation = quotationOf(from.review.reviewBody, mention, familiar);
    if (!quotation) return null;
    return { ...quotation, isPersonal: findPeople(wordsOf(quotation.text)).length > 0 };
  });
}
