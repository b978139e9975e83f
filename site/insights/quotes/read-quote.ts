import { vocabularyOf } from '#dataset/annotate.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { memoize } from '#dataset/memoize.ts';
import { createGazetteers, wordsOf } from '#dataset/text/mentions.ts';
import type { Statement } from '../noted-review.ts';
import { familiarWords, type Quotation, quotationOf } from './quotation.ts';

/** The quote of a mention; `isPersonal` if it names a person of the business. Null without words. */
export type ReadQuote = (
  statement: Statement,
) => (Quotation & { readonly isPersonal: boolean }) | null;

/** Creates a reader of quotes that remembers its readings. */
export function createQuoteReader(dataset: Dataset): ReadQuote {
  const { technicians: findPeople } = createGazetteers(dataset);
  const familiar = familiarWords(vocabularyOf(dataset).names);
  return memoize(({ from, mention }: Statement) => {
    const quotation = quotationOf(from.review.reviewBody, mention, familiar);
    if (!quotation) return null;
    return { ...quotation, isPersonal: findPeople(wordsOf(quotation.text)).length > 0 };
  });
}
