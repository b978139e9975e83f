/** A page that was found, with how many links away from the first page. */
type CrawledPage = { readonly html: string; readonly clicks: number };

/** Links of a page to others of the site, without what they ask there. */
const LINK = /<a\s[^>]*?href="(\/[^"#?]*)/g;

/**
 * Follows all links from the first page on, as a crawler does, each once. What `read` gives no HTML of is
 * reached as well, but leads nowhere.
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
