import type { Business } from '#dataset/business.ts';
import type { Review } from '#dataset/review.ts';
import { excerptOf } from './plain-text.ts';
import type { Site } from './site.ts';

type Shown = Pick<Site, 't' | 'formats'>;

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

/** The title of a review's page: 5/5 by Jane D.: Kept me informed. */
export function reviewTitle({ author, name, reviewRating }: Review, { t, formats }: Shown): string {
  const title = t('review.title', {
    rating: formats.number(reviewRating.ratingValue),
    author: author.name,
  });
  return name === undefined ? title : `${title}: ${name}`;
}

/** The first words of a review or, where it has none, what it is. */
export function reviewDescription(
  { author, reviewBody, reviewRating, publisher }: Review,
  { t, formats }: Shown,
): string {
  if (reviewBody !== '') return pageDescription(reviewBody);
  const rating = formats.number(reviewRating.ratingValue);
  return pageDescription(
    t('review.describe', { author: author.name, rating, source: publisher.name }),
  );
}
