import type { Business } from '#dataset/business.ts';
import { knownLanguage } from './known-language.ts';

type Address = NonNullable<Business['address']>;

/** The lines of a postal address, the town as its country writes it. */
export function addressLines(address: Address, language: string): string[] {
  const { streetAddress, addressLocality, addressRegion, postalCode, addressCountry } = address;
  const countries = new Intl.DisplayNames(knownLanguage(language), { type: 'region' });
  const town = POSTAL_CODE_LAST.has(addressCountry)
    ? [[addressLocality, addressRegion].filter(Boolean).join(', '), postalCode]
    : [postalCode, [addressLocality, addressRegion].filter(Boolean).join(', ')];
  return [
    streetAddress,
    town.filter(Boolean).join(' '),
    countries.of(addressCountry) ?? addressCountry,
  ];
}

const POSTAL_CODE_LAST = new Set(['US', 'CA', 'AU', 'NZ', 'GB', 'IE', 'IN']);
