import { expect, fetchPage, LISTS, MISSING_PAGE, REMOVED_REVIEW, test } from '../../e2e/service.ts';

test('every link inside the site leads somewhere', async ({ url, pages }) => {
  const links = new Map<string, string>();
  const all = new Map(pages);
  for (const path of [MISSING_PAGE, REMOVED_REVIEW, ...LISTS]) {
    all.set(path, await (await fetchPage(url + path)).text());
  }
  for (const [path, html] of all) {
    for (const [, href = ''] of html.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      const target = new URL(href.replaceAll('&amp;', '&'), url + path);
      if (target.origin === url) links.set(target.href, path);
    }
  }
  const broken: string[] = [];
  for (const [link, from] of links) {
    const { pathname, hash } = new URL(link);
    const known = all.get(pathname);
    if (known === undefined && !(await fetch(link)).ok) broken.push(`${from}: ${link}`);
    const isThere = hash.startsWith('#/')
      ? await holdsPointer(link, hash.slice(1))
      : known?.includes(`id="${hash.slice(1)}"`);
    if (hash && !isThere) broken.push(`${from}: ${link}`);
  }
  expect(links.size).toBeGreaterThan(pages.size);
  expect(broken).toEqual([]);
});

/** Whether a JSON document has a value at a JSON Pointer (RFC 6901). */
async function holdsPointer(url: string, pointer: string): Promise<boolean> {
  const steps = decodeURI(pointer).split('/').slice(1);
  const document = await (await fetch(url)).json();
  return steps.reduce((node, step) => node?.[step], document) !== undefined;
}
