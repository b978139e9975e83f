/// <reference types="astro/client" />
import { keepParts, kindOfSite, type SiteKind } from '#artifacts/site-parts.ts';
import { hasFixedPage } from '#release/page-addresses.ts';
import { catalogueFor } from '#words/words.ts';
import { docsPage, docsPath, groupsOf } from './docs.ts';

/** The Markdown of the program, in English, rendered when the pages are bundled. */
const files = import.meta.glob<() => Promise<string>>('../../../docs/*.md', {
  eager: true,
  import: 'compiledContent',
});

const compiled = await Promise.all(
  Object.entries(files).map(async ([file, compile]) => [docsPath(file), await compile()] as const),
);

/** A page in a list of pages. */
const LISTED = /<li>\s*<a href="([\w-]+\.md)">.*?<\/li>\n?/gs;

/** Makes the pages of the documentation by their paths, and the navigation, as the index lists them. */
function createDocs(kind: SiteKind) {
  const pages = compiled.filter(([path]) => hasFixedPage(path, kind));
  const docs = new Map(
    pages.map(([path, html]) => {
      const own = keepParts(html, kind).replaceAll(LISTED, (item: string, file: string) =>
        hasFixedPage(docsPath(file), kind) ? item : '',
      );
      return [path, docsPage(own, catalogueFor('en'))];
    }),
  );
  const index = docs.get('/docs/');
  return { docs, groups: index ? groupsOf(index) : [] };
}

/**
 * The documentation of both kinds of site. It is the same in every release, so the module puts it
 * together once; code in a page would run at each rendering.
 */
const DOCS = { service: createDocs('service'), files: createDocs('files') };

/** Returns the documentation of a site. */
export const docsOf = ({ service }: { readonly service: string | undefined }) =>
  DOCS[kindOfSite(service)];
