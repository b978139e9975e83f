import type { Business } from '#dataset/business.ts';

/** What every page needs to know of the site. */
export type SiteFacts = {
  /** The public origin, without a slash at the end. */
  readonly baseUrl: string;
  /** In which the pages are: dates, numbers and their `lang`. */
  readonly language: string;
  readonly business: Business;
};

export function siteFactsOf(baseUrl: string, business: Business): SiteFacts {
  return { baseUrl, language: languageOf(business), business };
}

/** The language of a business: the first that it knows. Its reviews take it where they state none. */
export function languageOf({ knowsLanguage }: Pick<Business, 'knowsLanguage'>): string {
  return knowsLanguage[0] ?? 'en';
}
