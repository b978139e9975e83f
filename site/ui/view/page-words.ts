import type { Business } from '#dataset/business.ts';
import type { Review } from '#dataset/review.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';
import { excerptOf } from '../format/plain-text.ts';
import type { Site } from './site.ts';

type Shown = Pick<Site, 'words' | 'formats'>;

/** Search engines cut longer titles and descriptions. */
const TITLE_LENGTH = 70;
const DESCRIPTION_LENGTH = 155;

/** The title of a page, with the name of the business at its end where both fit, and it is not named. */
export function pageTitle(title: string, { name }: Pick<Business, 'name'>): string {
  if (title.includes(name)) return excerptOf(title, TITLE_LENGTH);
  const ending = ` – ${name}`;
  const room = TITLE_LENGTH - ending.length;
  if (room < TITLE_LENGTH / 2) return excerptOf(title, TITLE_LENGTH);
  return excerptOf(title, room) + ending;
}

/** The description of a page, as long as search engines show it. */
export function pageDescription(text: string): string {
  return excerptOf(text, DESCRIPTION_LENGTH);
}

/** What a review's page is called: 5/5 by Jane D.: Kept me informed. */
export function reviewTitle(
  { author, name, reviewRating }: Review,
  { words, formats }: Shown,
): string {
  const title = words.review.title(formats.number(reviewRating.ratingValue), author.name);
  return name === undefined ? title : `${title}: ${name}`;
}

/** The first words of a review or, where it has none, what it is. */
export function reviewDescription(
  { author, reviewBody, reviewRating, publisher }: Review,
  { words, formats }: Shown,
): string {
  if (reviewBody !== '') return pageDescription(reviewBody);
  const rating = formats.number(reviewRating.ratingValue);
  return pageDescription(words.review.describe(author.name, rating, publisher.name));
}

type Summary = Pick<InsightsDocument['summary'], 'headline' | 'text' | 'strengths' | 'concerns'>;

/** The facts of the summary that a program made, in the words of the page; undefined where editors wrote it. */
export function summaryInWords(
  { summary, aspects }: Pick<InsightsDocument, 'summary' | 'aspects'>,
  { words, formats, head, business }: Shown & Pick<Site, 'head' | 'business'>,
): Summary | undefined {
  const { ratingValue, ratingCount, reviewCount, earliest, latest, ratingDistribution } =
    head.aggregateRating;
  if (summary.generatedBy !== 'template') return undefined;
  if (ratingValue === null || earliest === null || latest === null) return undefined;
  const said = words.summary;
  const tell = (
    findings: Summary['strengths'],
    sentence: (typeof said)['praised' | 'criticised'],
  ) =>
    findings.map((finding) => {
      const aspect = aspects.find(({ id }) => id === finding.aspect);
      if (!aspect) return finding;
      const { name, reviewCount: total } = aspect;
      const { positiveReviewCount: praising, negativeReviewCount: criticising } = aspect;
      return {
        ...finding,
        text: sentence({ name: formats.name(name), total, praising, criticising }),
      };
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
    strengths: tell(summary.strengths, said.praised),
    concerns: tell(summary.concerns, said.criticised),
  };
}
