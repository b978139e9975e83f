import type { InsightsDocument } from '#insights/insights-document.ts';
import type { Site } from '../site.ts';
import { judgedFacts } from './aspects.ts';

type Summary = Pick<InsightsDocument['summary'], 'headline' | 'text' | 'strengths' | 'concerns'>;

/** The facts of the summary that a program made, in the words of the page; undefined where editors wrote it. */
export function summaryInWords(
  { summary, aspects }: Pick<InsightsDocument, 'summary' | 'aspects'>,
  site: Pick<Site, 't' | 'formats' | 'head' | 'business'>,
): Summary | undefined {
  const { t, formats, head, business } = site;
  const { ratingValue, ratingCount, reviewCount, earliest, latest, ratingDistribution } =
    head.aggregateRating;
  if (summary.generatedBy !== 'template') return undefined;
  if (ratingValue === null || earliest === null || latest === null) return undefined;
  const inSentences = (findings: Summary['strengths']) =>
    findings.flatMap((finding) => {
      const aspect = aspects.find(({ id }) => id === finding.aspect);
      if (!aspect) return [];
      return { ...finding, text: t('aspect.judged', judgedFacts(aspect, site)) };
    });
  return {
    headline: t('summary.headline', { average: ratingValue, total: ratingCount }),
    text: t('summary.figures', {
      business: formats.name(business.name),
      mean: ratingValue,
      total: ratingCount,
      fives: ratingDistribution['5'] ?? 0,
      withText: reviewCount,
      period:
        earliest === latest
          ? t('summary.day', { date: formats.date(earliest) })
          : t('summary.days', { from: formats.date(earliest), to: formats.date(latest) }),
    }),
    strengths: inSentences(summary.strengths),
    concerns: inSentences(summary.concerns),
  };
}
