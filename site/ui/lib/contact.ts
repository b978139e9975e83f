import type { Business } from '#dataset/business.ts';

type Address = NonNullable<Business['address']>;

/** The lines of a postal address without its country, the town as its country writes it. */
export function addressLines(address: Address): string[] {
  const { streetAddress, addressLocality, addressRegion, postalCode, addressCountry } = address;
  const town = POSTAL_CODE_LAST.has(addressCountry)
    ? [[addressLocality, addressRegion].filter(Boolean).join(', '), postalCode]
    : [postalCode, [addressLocality, addressRegion].filter(Boolean).join(', ')];
  return [streetAddress, town.filter(Boolean).join(' ')];
}

const POSTAL_CODE_LAST = new Set(['US', 'CA', 'AU', 'NZ', 'GB', 'IE', 'IN']);

/** A telephone number of E.164 as people write it: +1 512-555-0142. */
export function formatTelephone(telephone: string): string {
  return telephone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1-$2-$3');
}
