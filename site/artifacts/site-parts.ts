/** A part of a text that is only for a site with a service, or only for one of files alone. */
const PART = /<!-- (service|files) -->\n?(.*?)<!-- end -->\n?/gs;

/** A site with a service, or one of files alone. */
export type SiteKind = 'service' | 'files';

/** Returns a text, Markdown or HTML, with the parts for one kind of site and without the others. */
export function keepParts(text: string, kind: SiteKind): string {
  return text.replaceAll(PART, (_, of: string, part: string) => (of === kind ? part : ''));
}

/** Returns the kind of a site. */
export const kindOfSite = (sidecarUrl: string | undefined): SiteKind =>
  sidecarUrl === undefined ? 'files' : 'service';
