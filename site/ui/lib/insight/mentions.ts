import { escapeMarkup } from '#artifacts/markup.ts';
import type { Business } from '#dataset/business.ts';
import type { Review } from '#dataset/review.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';
import { type EntityKind, pathOfEntity } from '#release/page-addresses.ts';
import { inLanguage, type Site } from '../site.ts';

/** Something with a page of its own. */
export type LinkedEntity = { readonly name: string; readonly href: string };

/**
 * A link to something that the business has named, as HTML, made once for each release: a list has
 * hundreds, of a few dozen entities. Its name is marked up as by parts/Name.astro.
 */
export function linkHtml(
  { name, href }: LinkedEntity,
  site: Pick<Site, 'businessLanguage' | 'formats' | 'remembered'>,
  className = '',
): string {
  const key = `link ${className} ${href}`;
  const known = site.remembered.get(key);
  if (known !== undefined) return known;
  const { lang, dir } = inLanguage(site.businessLanguage, site);
  const kind = className === '' ? '' : ` class="${className}"`;
  const language = lang === undefined ? '' : ` lang="${escapeMarkup(lang)}"`;
  const text = `<bdi${language} dir="${dir}">${escapeMarkup(name)}</bdi>`;
  const html = `<a${kind} href="${escapeMarkup(href)}">${text}</a>`;
  site.remembered.set(key, html);
  return html;
}

/** Returns the mentions in a review, by kind, under the names that people know; kinds without any are left out. */
export function mentionsOf(
  review: Pick<Review, 'mentionedTechnicianIds' | 'mentionedServices' | 'mentionedServiceAreas'>,
  { employee, services, areaServed }: Pick<Business, 'employee' | 'services' | 'areaServed'>,
) {
  const all = [
    { kind: 'people', ids: review.mentionedTechnicianIds, known: employee },
    { kind: 'services', ids: review.mentionedServices, known: services },
    { kind: 'places', ids: review.mentionedServiceAreas, known: areaServed },
  ] as const;
  const mentions = all.map(({ kind, ids, known }) => ({
    kind,
    entities: ids.map((id) => ({
      name: known.find((one) => one.id === id)?.name ?? id,
      href: pathOfEntity(kind, id),
    })),
  }));
  return mentions.filter(({ entities }) => entities.length > 0);
}

type Entities = InsightsDocument['entities'];
type Figures = Entities[keyof Entities][number] & { readonly jobTitle?: string };

/** Entities of one kind with their figures, the most mentioned first. */
export type EntityGroup = {
  readonly kind: Exclude<EntityKind, 'aspects'>;
  readonly entities: readonly Figures[];
};

/** People, services and places; kinds without any are left out. */
export function entityGroups(all: Entities): readonly EntityGroup[] {
  const byCount = (entities: readonly Figures[]) =>
    entities.toSorted((a, b) => b.reviewCount - a.reviewCount);
  const groups = [
    { kind: 'people', entities: byCount(all.technicians) },
    { kind: 'services', entities: byCount(all.services) },
    { kind: 'places', entities: byCount(all.serviceAreas) },
  ] as const;
  return groups.filter(({ entities }) => entities.length > 0);
}
