import { Reader } from './reader.ts';
import { expect, test } from './service.ts';
import { walkJourneys } from './walk-journeys.ts';

walkJourneys();

test('a journalist reads how reviews are chosen, checks a quote, and cites it', async ({
  page,
  context,
  url,
  published,
}) => {
  const reader = new Reader(page);
  await page.goto('/');
  await reader.goTo('Method');
  const withheld = page.getByRole('row').filter({ hasText: 'Withheld' }).getByRole('cell');
  await expect(withheld.first()).toHaveText(String(published.collection.reviewsWithheld));
  await reader.goTo('Insights');
  const quote = page.locator('figure:has(blockquote)').first();
  const text = (await quote.locator('blockquote').textContent())?.trim() ?? '';
  const marked = (await quote.locator('mark').textContent()) ?? '';
  expect(text.length).toBeGreaterThan(10);
  expect(text).toContain(marked);
  await quote.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/reviews\/[a-z0-9-]+\/$/);
  await expect(page.getByRole('main')).toContainText(text);
  await expect(page.locator('main mark').filter({ hasText: marked }).first()).toBeVisible();
  // What was counted is marked, unless the reader does not want it.
  const shown = page.locator('main div mark').filter({ hasText: marked }).first();
  await expect(shown).not.toHaveCSS('text-decoration-line', 'none');
  await page.getByRole('checkbox').uncheck();
  await expect(shown).toHaveCSS('text-decoration-line', 'none');
  await expect(shown).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');

  const address = page.url();
  await page.getByText('Cite', { exact: true }).click();
  await expect(page.locator('#cite')).toContainText(`Review of Harbor Injury Law.`);
  await expect(page.locator('#cite')).toContainText(address);
  await context.grantPermissions(['clipboard-write'], { origin: url });
  const citation = await page.locator('#cite').textContent();
  await page.getByRole('button', { name: 'Copy the citation' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  await page.goto('about:blank');
  await page.setContent('<textarea></textarea>');
  await page.locator('textarea').press('ControlOrMeta+v');
  await expect(page.locator('textarea')).toHaveValue(citation ?? '');
});

test('by the keyboard alone a reader gets from the first page to a review and back to the list', async ({
  page,
}) => {
  const tabTo = async (isThere: (name: string) => boolean) => {
    for (let stop = 0; stop < 120; stop++) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(() => {
        const at = document.activeElement;
        return `${at?.tagName} ${at?.getAttribute('href') ?? at?.getAttribute('name') ?? ''}`;
      });
      if (isThere(name)) return;
    }
    throw new Error('No such stop was reached.');
  };
  await page.goto('/');
  await tabTo((name) => name === 'INPUT words');
  await page.keyboard.type('deposition');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reviews\/\?words=deposition$/);
  await tabTo((name) => /^A \/reviews\/[a-z0-9-]+\/$/.test(name));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reviews\/[a-z0-9-]+\/$/);
  const marks = page.getByRole('checkbox');
  if (await marks.count()) {
    await marks.focus();
    await page.keyboard.press('Space');
    await expect(marks).not.toBeChecked();
  }
  await tabTo((name) => name === 'SUMMARY ');
  await page.keyboard.press('Enter');
  await expect(page.locator('details[open]')).toHaveCount(1);
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reviews\/$/);
});
