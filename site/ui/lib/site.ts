import type { Business } from '#dataset/business.ts';
import type { ReviewSource, ReviewsHead } from '#search/review-source.ts';
import { isSameLanguage } from '#words/formats.ts';
import { type Catalogue, catalogueFor, languageOf } from '#words/words.ts';

/** The facts of the site for every part of a page: `Astro.locals.site`. */
export type Site = Catalogue & {
  /** The public origin, without a slash at the end. */
  readonly baseUrl: string;
  /** The beginning of addresses that only a service answers: '' at this origin; undefined without one. */
  readonly service: string | undefined;
  readonly head: ReviewsHead;
  readonly business: Business;
  /** The language of what the business writes: descriptions, names, replies. */
  readonly businessLanguage: string;
  /** HTML that is the same on many pages, by its name: as much as the reviews and entities of a release need. */
  readonly remembered: Map<string, string>;
};

/** The facts that a site is made of. */
type Source = Pick<ReviewSource, 'baseUrl' | 'sidecarUrl' | 'head'>;

const sites = new WeakMap<Source, Map<string, Promise<Site>>>();

/** The site of a release, in the language of its business or in a given one; made once. */
export async function siteOf(release: Source, language = ''): Promise<Site> {
  const known = sites.get(release) ?? new Map<string, Promise<Site>>();
  sites.set(release, known);
  const site = known.get(language) ?? createSite(release, language);
  known.set(language, site);
  // What failed is made again.
  site.catch(() => known.delete(language));
  return site;
}

async function createSite(release: Source, language: string): Promise<Site> {
  const head = await release.head();
  const { business } = head;
  const businessLanguage = languageOf(business);
  const catalogue = catalogueFor(language || businessLanguage);
  const { baseUrl, sidecarUrl } = release;
  const service = sidecarUrl === baseUrl ? '' : sidecarUrl;
  const remembered = new Map<string, string>();
  return { baseUrl, service, head, business, businessLanguage, ...catalogue, remembered };
}

/** The attributes of an element whose text is in a language and may run in another direction. */
export function inLanguage(language: string, { formats }: Pick<Site, 'formats'>) {
  const isOther = !isSameLanguage(language, formats.language);
  return { lang: isOther ? language : undefined, dir: 'auto' } as const;
}
