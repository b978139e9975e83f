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

/** The mentions of a kind in one review, under the names that people know. */
type Mentions = {
  readonly kind: Exclude<EntityKind, 'aspects'>;
  readonly entities: readonly LinkedEntity[];
};

/** Returns the mentions in a review, by kind; kinds without any are left out. */
export function mentionsOf(
  review: Pick<Review, 'mentionedTechnicianIds' | 'mentionedServices' | 'mentionedServiceAreas'>,
  { employee, services, areaServed }: Pick<Business, 'employee' | 'services' | 'areaServed'>,
): Mentions[] {
  const byId = (kind: EntityKind, ids: readonly string[], all: readonly Named[]) =>
    ids.map((id) => ({
      name: all.find((one) => one.id === id)?.name ?? id,
      href: pathOfEntity(kind, id),
    }));
  const all: Mentions[] = [
    { kind: 'people', entities: byId('people', review.mentionedTechnicianIds, employee) },
    { kind: 'services', entities: byId('services', review.mentionedServices, services) },
    { kind: 'places', entities: byId('places', review.mentionedServiceAreas, areaServed) },
  ];
  return all.filter(({ entities }) => entities.length > 0);
}

type Named = { readonly id: string; readonly name: string };

type Entities = InsightsDocument['entities'];
type Figures = Entities[keyof Entities][number] & { readonly jobTitle?: string };

/** Entities of one kind with their figures, the most mentioned first. */
export type EntityGroup = {
  readonly kind: Mentions['kind'];
  readonly entities: readonly Figures[];
};

/** People, services and places; kinds without any are left out. */
export function entityGroups({
  technicians,
  services,
  serviceAreas,
}: Entities): readonly EntityGroup[] {
  const byCount = (entities: readonly Figures[]) =>
    entities.toSorted((a, b) => b.reviewCount - a.reviewCount);
  const groups = [
    { kind: 'people', entities: byCount(technicians) },
    { kind: 'services', entities: byCount(services) },
    { kind: 'places', entities: byCount(serviceAreas) },
  ] as const;
  return groups.filter(({ entities }) => entities.length > 0);
}
