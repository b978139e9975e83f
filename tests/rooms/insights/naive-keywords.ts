import type { AspectInsight } from '#insights/insights-document.ts';
import type { TermsIn } from './naive-insights.ts';
import type { Review } from './naive-quotes.ts';

/** The keywords of an aspect, counted review by review. */
export function keywordsOf(
  id: string,
  reviews: readonly Review[],
  termsIn: TermsIn,
): AspectInsight['keywords'] {
  const own = reviews.map((review) =>
    (review.aspects ?? [])
      .filter((mention) => mention.id === id && mention.about === 'business')
      .map(({ sentiment, quote }) => ({ sentiment, terms: termsIn(id, quote) })),
  );
  const texts = reviews.filter(({ reviewBody }) => reviewBody !== '').length;
  return [...new Set(own.flat().flatMap(({ terms }) => terms))]
    .map((term) => {
      const sides = own
        .map((said) => said.filter(({ terms }) => terms.includes(term)))
        .filter((said) => said.length > 0)
        .map((said) => {
          const has = (side: string) =>
            said.some(({ sentiment }) => sentiment === side || sentiment === 'mixed');
          return { praises: has('positive'), criticizes: has('negative') };
        });
      return {
        term,
        count: sides.length,
        positiveReviewCount: sides.filter(({ praises }) => praises).length,
        negativeReviewCount: sides.filter(({ criticizes }) => criticizes).length,
      };
    })
    .filter(({ count }) => count >= 5 && count >= texts / 100)
    .sort((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1))
    .slice(0, 10);
}
