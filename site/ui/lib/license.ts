import { shortUrl } from './contact.ts';

const LICENSE = /^https?:\/\/creativecommons\.org\/licenses\/([a-z-]+)\/(\d\.\d)\//;
const PUBLIC_DOMAIN = /^https?:\/\/creativecommons\.org\/publicdomain\/zero\/(\d\.\d)\//;

/** The usual name of a license: CC BY 4.0. An unknown license has its address as its name. */
export function licenseName(url: string): string {
  const license = LICENSE.exec(url);
  if (license) return `CC ${license[1]?.toUpperCase()} ${license[2]}`;
  const publicDomain = PUBLIC_DOMAIN.exec(url);
  if (publicDomain) return `CC0 ${publicDomain[1]}`;
  return shortUrl(url);
}
