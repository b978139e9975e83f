/** A page that was found, and the number of links from the first page to it. */
type CrawledPage = { readonly html: string; readonly clicks: number };

/** Links of a page to other pages of the site, without query and fragment. */
const LINK = /<a\s[^>]*?href="(\/[^"#?]*)/g;

/**
 * Follows all links from the first page on, each once, as a crawler does. An address for which `read` has
 * no HTML counts as reached, and has no links.
 */
export async function crawlPages(
  read: (path: string) => Promise<string | undefined>,
): Promise<ReadonlyMap<string, CrawledPage>> {
  const pages = new Map<string, CrawledPage>();
  let next = ['/'];
  for (let clicks = 0; next.length > 0; clicks++) {
    const found = new Set<string>();
    for (const path of next) {
      const html = (await read(path)) ?? '';
      pages.set(path, { html, clicks });
      for (const [, href = ''] of html.matchAll(LINK)) found.add(href);
    }
    next = [...found].filter((path) => !pages.has(path));
  }
  return pages;
}
