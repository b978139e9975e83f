import { expect, fetchPage, LISTS, MISSING_PAGE, REMOVED_REVIEW, test } from '../../e2e/service.ts';
import { validateHtml } from '../../e2e/validate-html.ts';

// Both read every page: one worker does so once.
test.describe.configure({ mode: 'default' });

test('html-validate finds nothing in any page', async ({ url, pages }) => {
  const findings: string[] = [];
  const others = [MISSING_PAGE, REMOVED_REVIEW, ...LISTS].map(async (path) => {
    return [path, await (await fetchPage(url + path)).text()] as const;
  });
  for (const [path, html] of [...pages, ...(await Promise.all(others))]) {
    const found = await validateHtml(html);
    findings.push(...found.map((finding) => `${path} ${finding}`));
  }
  expect(findings).toEqual([]);
});

for (const width of [320, 390, 640]) {
  test(`no page of the documentation is wider than a screen of ${width} px, and no cell of a table too narrow to read`, async ({
    page,
    pages,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const paths = [...pages.keys()].filter((path) =>
      /^\/(?:docs|feeds|agents|websub)\//.test(path),
    );
    expect(paths.length).toBeGreaterThan(10);
    let cells = 0;
    for (const path of paths) {
      await page.goto(path);
      await expect(page.locator('main')).not.toContainText('localhost:8787');
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
      const widths = await page
        .locator('.docs :is(th, td):visible')
        .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().width));
      expect(Math.min(...widths, width), path).toBeGreaterThanOrEqual(64);
      cells += widths.length;
    }
    expect(cells).toBeGreaterThan(300);
  });
}
