import type { Business } from '#dataset/business.ts';

/** What is said of the business on every page. */
export type ShownBusiness = Pick<
  Business,
  | '@type'
  | 'name'
  | 'legalName'
  | 'url'
  | 'telephone'
  | 'address'
  | 'image'
  | 'disclaimer'
  | 'license'
>;

/**
 * What the pages of all reviews share. Nothing of it changes when a review does, so that an edit
 * renders the pages that show it and no others: layout and components take this, not a dataset.
 */
export type SiteFacts = {
  readonly baseUrl: string;
  readonly language: string;
  readonly business: ShownBusiness;
};

/** Picks the facts out of a dataset, values and all: what is not picked cannot be rendered. */
export function siteFactsOf({ baseUrl, language, business }: SiteFacts): SiteFacts {
  const { name, legalName, url, telephone, address, image, disclaimer, license } = business;
  return {
    baseUrl,
    language,
    business: {
      '@type': business['@type'],
      name,
      url,
      ...(legalName !== undefined && { legalName }),
      ...(telephone !== undefined && { telephone }),
      ...(address !== undefined && { address }),
      ...(image !== undefined && { image }),
      ...(disclaimer !== undefined && { disclaimer }),
      ...(license !== undefined && { license }),
    },
  };
}
