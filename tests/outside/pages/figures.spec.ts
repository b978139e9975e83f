import type { Page } from 'playwright/test';
import { expect, test } from '../../e2e/service.ts';

/** A figure, with the list that it leads to. */
type Figure = { readonly href: string; readonly count: number };

/** The figures of a page that are links to lists, or stand beside one in their row; a chosen one leads back. */
function figuresOf(page: Page): Promise<Figure[]> {
  return page.evaluate(() => {
    /** The last number in a text. */
    const numberIn = (text: string | null | undefined) =>
      Number(/[\d,]+(?=\D*$)/.exec(text ?? '')?.[0]?.replaceAll(',', '') ?? Number.NaN);
    /** Of a row whose first cell is the link: the cell of the column that counts reviews. */
    const countBeside = (header: Element) => {
      const heads = [...(header.closest('table')?.querySelectorAll('thead th') ?? [])];
      const column = heads.findIndex(({ textContent }) => textContent?.trim() === 'Reviews');
      return header.closest('tr')?.children[column]?.textContent;
    };
    return [...document.querySelectorAll('main a[href^="/reviews/?"]:not([aria-current])')].flatMap(
      (link) => {
        if (link.closest('article, form, .pager, .chips, dl')) return [];
        const header = link.closest('th[scope="row"]');
        if (link.textContent.includes('%')) return [];
        const count = numberIn(header ? countBeside(header) : link.textContent);
        return Number.isNaN(count) ? [] : [{ href: link.getAttribute('href') ?? '', count }];
      },
    );
  });
}

test('every figure leads to as many reviews as it says', async ({ page, url }) => {
  const totals = new Map<string, Promise<number>>();
  const totalAt = async (href: string) => {
    const response = await fetch(`${url}/api/reviews/search${new URL(href, url).search}&limit=1`);
    const { total } = await response.json();
    return Number(total);
  };
  for (const path of [
    '/',
    '/insights/',
    '/methodology/',
    '/charts/',
    '/people/elena-munoz/',
    '/services/car-accident/',
    '/places/round-rock/',
    '/aspects/communication/',
    '/reviews/',
    '/reviews/?rating=5&aspect=communication&sentiment=positive',
    '/reviews/?source=Google&since=2025-01-01&until=2025-12-31',
  ]) {
    await page.goto(path);
    const figures = await figuresOf(page);
    expect(figures.length, path).toBeGreaterThan(path === '/methodology/' ? 2 : 5);
    for (const { href, count } of figures) {
      const total = totals.get(href) ?? totalAt(href);
      totals.set(href, total);
      expect([path, href, await total]).toEqual([path, href, count]);
    }
  }
});
