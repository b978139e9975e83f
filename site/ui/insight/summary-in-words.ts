import type { InsightsDocument } from '#insights/insights-document.ts';
import { judgedFacts } from '../view/aspects.ts';
import type { Site } from '../view/site.ts';

type Summary = Pick<InsightsDocument['summary'], 'headline' | 'text' | 'strengths' | 'concerns'>;

/** The facts of the summary that a program made, in the words of the page; undefined where editors wrote it. */
export function summaryInWords(
  { summary, aspects }: Pick<InsightsDocument, 'summary' | 'aspects'>,
  site: Pick<Site, 'words' | 'formats' | 'head' | 'business'>,
): Summary | undefined {
  const { words, formats, head, business } = site;
  const { ratingValue, ratingCount, reviewCount, earliest, latest, ratingDistribution } =
    head.aggregateRating;
  if (summary.generatedBy !== 'template') return undefined;
  if (ratingValue === null || earliest === null || latest === null) return undefined;
  const said = words.summary;
  const inSentences = (findings: Summary['strengths']) =>
    findings.flatMap((finding) => {
      const aspect = aspects.find(({ id }) => id === finding.aspect);
      if (!aspect) return [];
      // Its links are for the bar of an aspect.
      const text = words.aspect.judged(judgedFacts(aspect, site)).replace(/[⟦⟧]/gu, '');
      return { ...finding, text };
    });
  return {
    headline: said.headline(ratingValue, ratingCount),
    text: said.figures({
      business: formats.name(business.name),
      mean: ratingValue,
      total: ratingCount,
      fives: ratingDistribution['5'] ?? 0,
      withText: reviewCount,
      from: formats.date(earliest),
      to: formats.date(latest),
    }),
    strengths: inSentences(summary.strengths),
    concerns: inSentences(summary.concerns),
  };
}
