import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/**
 * Which site a release is of: its content folder, as seen from the folder of the release, and the
 * name of its business. Another folder or another business is another site.
 */
export type Site = { readonly content: string; readonly business: string };

const SITE_FILE = 'site.json';

/** The site of a release that is in a folder, or is to be. */
export function siteOf(
  releaseDir: string,
  contentDir: string,
  { business }: { readonly business: { readonly name: string } },
): Site {
  return { content: relative(resolve(releaseDir), resolve(contentDir)), business: business.name };
}

/** Writes it beside the release. Throws the system's error. */
export function writeSite(folder: string, site: Site): void {
  writeFileSync(join(folder, SITE_FILE), textOf(site), { mode: 0o600 });
}

/** Whether the release in a folder is of this site; false where that is not known. */
export function isOfSite(folder: string, site: Site): boolean {
  try {
    return readFileSync(join(folder, SITE_FILE), 'utf8') === textOf(site);
  } catch {
    return false;
  }
}

const textOf = (site: Site) => `${JSON.stringify(site)}\n`;
