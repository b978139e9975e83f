import { expect, test } from './service.ts';

test('the first tab stop is the skip link to the content, and an answer opens by the keyboard', async ({
  page,
}) => {
  await page.goto('/');
  await page.keyboard.press('Tab');

  const skipLink = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skipLink).toBeFocused();
  await expect(skipLink).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();

  const question = page.locator('.questions details').first();
  await question.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(question).toHaveAttribute('open', '');
});

test('every tab stop of a page shows that it has the focus', async ({ page }) => {
  await page.goto('/feeds/');
  const stops = await page.locator('a[href], button:visible, summary').count();

  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => {
      const focused = document.activeElement ?? document.body;
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      return { outlineStyle, outlineWidth, tag: focused.tagName };
    });
    expect(outline.tag).not.toBe('BODY');
    expect(outline).toMatchObject({ outlineStyle: 'solid', outlineWidth: '3px' });
  }
});

test('what is wider than the screen scrolls by the keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  for (const [path, name] of [
    ['/docs/configuration/', 'Table: Push'],
    ['/websub/', 'subscriber.js'],
  ] as const) {
    await page.goto(path);
    const region = page.getByRole('region', { name });
    await region.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  }
});

test('nothing moves for those who asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');

  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
  await expect(page.locator('.skip-link')).toHaveCSS('transition-duration', '0s');
});
