import { memoize } from '#dataset/memoize.ts';
import { FEW_RATINGS } from '#insights/score.ts';
import {
  ENTITY_KINDS,
  type Placed,
  pagesBesideReviews,
  pathOfEntity,
  pathOfImage,
} from '#release/page-addresses.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { type Catalogue, catalogueFor, languageOf } from '#words/words.ts';
import { type Card, drawCard } from './draw-card.ts';
import { writable } from './fit-text.ts';

/** The paths of all Open Graph images of a release. */
export const imagePaths = memoize(
  (release: Placed): ReadonlySet<string> => new Set(pagesBesideReviews(release).map(pathOfImage)),
);

/**
 * Draws the Open Graph image at a path, as SVG. If the fonts lack letters of an entity's name, it
 * is the image of home, and if they lack those of the business, the host replaces it: no image
 * shows boxes, and no figure is under another name.
 */
export async function drawImage(path: string, release: ReviewSource): Promise<string> {
  const { host } = new URL(release.baseUrl);
  const { business, aggregateRating } = await release.head();
  const catalogue = catalogueFor(languageOf(business));
  const { t } = catalogue;
  const owner = writable(business.name) ?? host;
  const entity = await findEntity(path, release);
  const name = entity && writable(entity.name);
  if (!entity || name === undefined) {
    const { ratingValue, ratingCount } = aggregateRating;
    const figures = figuresOf(ratingCount, ratingValue, catalogue);
    return drawCard({ heading: t('site.verifiedReviews'), title: owner, ...figures, host });
  }
  return drawCard({
    heading: t(entity.kind === 'aspects' ? 'image.aspect' : 'site.name', { business: owner }),
    title: name,
    subtitle: 'jobTitle' in entity ? writable(entity.jobTitle) : undefined,
    ...figuresOf(entity.reviewCount, entity.averageRating, catalogue),
    host,
  });
}

/** Returns the entity whose page has the image at a path; undefined if there is none. */
async function findEntity(path: string, release: ReviewSource) {
  const { entities, aspects } = await release.insights();
  const { technicians, services, serviceAreas } = entities;
  const lists = { people: technicians, services, places: serviceAreas, aspects };
  const all = ENTITY_KINDS.flatMap((kind) => lists[kind].map((entity) => ({ kind, ...entity })));
  return all.find(({ kind, id }) => pathOfImage(pathOfEntity(kind, id)) === path);
}

function figuresOf(
  count: number,
  mean: number | null,
  { t, formats }: Catalogue,
): Pick<Card, 'count' | 'rating'> {
  if (count === 0) return { count: t('image.none') };
  const reviews = t('image.reviews', { value: count });
  // On a page it comes with a warning, for which an image has no room.
  if (mean === null || count < FEW_RATINGS) return { count: reviews };
  return { count: reviews, rating: { value: mean, words: formats.mean(mean) } };
}
