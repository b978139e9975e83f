import { shortUrl } from './contact.ts';

const LICENSE =
  /^https?:\/\/creativecommons\.org\/(?:licenses|publicdomain)\/([a-z-]+)\/(\d\.\d)\//;

/** The usual name of a license: CC BY 4.0. An unknown license has its address as its name. */
export function licenseName(url: string): string {
  const [, name, version] = LICENSE.exec(url) ?? [];
  if (name === undefined) return shortUrl(url);
  return name === 'zero' ? `CC0 ${version}` : `CC ${name.toUpperCase()} ${version}`;
}
