import { expect, test } from '../../e2e/service.ts';

for (const path of ['/feeds/', '/reviews/?words=deposition']) {
  test(`every tab stop of ${path} shows that it has the focus`, async ({ page }) => {
    await page.goto(path);
    const fields =
      'a[href]:visible, button:visible, summary:visible, input:visible, select:visible';
    const stops = await page.locator(fields).count();

    for (let stop = 0; stop < stops; stop++) {
      await page.keyboard.press('Tab');
      const outline = await page.evaluate(() => {
        const focused = document.activeElement ?? document.body;
        const { outlineStyle, outlineWidth } = getComputedStyle(focused);
        // The button of a date field is inside it, and browsers show it themselves.
        if (focused.matches('[type="date"]:not(:focus-visible)')) return undefined;
        return { outlineStyle, outlineWidth, tag: focused.tagName };
      });
      if (outline === undefined) continue;
      expect(outline.tag).not.toBe('BODY');
      expect(outline).toMatchObject({ outlineStyle: 'solid', outlineWidth: '3px' });
    }
  });
}
