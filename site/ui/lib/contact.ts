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

/** An address without its scheme, as a text for its link. */
export function shortUrl(url: string): string {
  const { host, pathname } = new URL(url);
  // A path beyond ASCII is written in escapes, which say nothing.
  const path = pathname.includes('%') ? '' : pathname.replace(/\/$/, '');
  return host.replace(/^www\./, '') + path;
}

const MAP = 'https://www.openstreetmap.org';

/** The map of a place, by its coordinates or else its address; undefined without both. */
export function mapUrl({ geo, address }: Pick<Business, 'geo' | 'address'>): string | undefined {
  if (geo) {
    const { latitude, longitude } = geo;
    return `${MAP}/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
  }
  if (!address) return undefined;
  const query = [...addressLines(address), address.addressCountry].join(', ');
  return `${MAP}/search?${new URLSearchParams({ query })}`;
}

/** The days of the week from Monday on, as dates of a week, each with its spans in order. */
export function openingWeek({ openingHoursSpecification = [] }: Business) {
  return DAYS.map((name, index) => ({
    date: `2024-01-0${index + 1}`,
    spans: openingHoursSpecification
      .filter(({ dayOfWeek }) => dayOfWeek.includes(name))
      .toSorted((a, b) => (a.opens < b.opens ? -1 : 1)),
  }));
}

const DAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
