const LICENSE = /^https?:\/\/creativecommons\.org\/licenses\/([a-z-]+)\/(\d\.\d)\//;
const PUBLIC_DOMAIN = /^https?:\/\/creativecommons\.org\/publicdomain\/zero\/(\d\.\d)\//;

/** What people call a licence: CC BY 4.0. A licence that is not known goes by its address. */
export function licenseName(url: string): string {
  const license = LICENSE.exec(url);
  if (license) return `CC ${license[1]?.toUpperCase()} ${license[2]}`;
  const publicDomain = PUBLIC_DOMAIN.exec(url);
  if (publicDomain) return `CC0 ${publicDomain[1]}`;
  const { host, pathname } = new URL(url);
  return host + pathname.replace(/\/$/, '');
}
