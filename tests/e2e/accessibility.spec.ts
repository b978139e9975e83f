import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, PAGE_KINDS, test } from './service.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The first two have both colours and both widths; the home page, which has all colours, is seen in each. */
const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 360 },
] as const;

const unfold = (page: Page) =>
  page.locator('details').evaluateAll((all) => {
    for (const details of all) details.setAttribute('open', '');
  });

for (const [kind, path] of Object.entries(PAGE_KINDS)) {
  test(`axe finds nothing: ${kind}`, async ({ page }) => {
    test.slow(kind === 'home', 'It is the longest page, seen in every look.');
    await page.goto(path);
    // What is folded away is checked as well.
    await unfold(page);
    for (const { colorScheme, width } of kind === 'home' ? LOOKS : LOOKS.slice(0, 2)) {
      await test.step(`${colorScheme}, ${width} px wide`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });

        // Without lists of what is right, which nobody reads, it takes half the time.
        const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
        const { violations } = await axe.withTags(RULES).analyze();

        expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual(
          [],
        );
      });
    }
  });

  test(`nothing is wider than a screen of 320 px: ${kind}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(path);
    await unfold(page);

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
}

test('the first tab stop is the skip link, and it leads to the content', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');

  const skipLink = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skipLink).toBeFocused();
  await expect(skipLink).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('every tab stop of a page shows that it has the focus', async ({ page }) => {
  await page.goto('/feeds/');
  const stops = await page.locator('a[href], button:visible, summary').count();

  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(
        document.activeElement ?? document.body,
      );
      return { outlineStyle, outlineWidth, tag: document.activeElement?.tagName };
    });
    expect(outline.tag).not.toBe('BODY');
    expect(outline).toMatchObject({ outlineStyle: 'solid', outlineWidth: '3px' });
  }
});

test('an answer opens by the keyboard', async ({ page }) => {
  await page.goto('/');
  const question = page.locator('.questions details').first();

  await question.locator('summary').focus();
  await page.keyboard.press('Enter');

  await expect(question).toHaveAttribute('open', '');
});

test('nothing moves for those who asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');

  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
  await expect(page.locator('.skip-link')).toHaveCSS('transition-duration', '0s');
});
