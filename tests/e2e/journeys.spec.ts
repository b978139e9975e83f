import type { Page } from 'playwright/test';
import { expect, test } from './service.ts';

/** The header of a page, which is on all of them. */
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? '' : ', without scripts';
  test.describe(() => {
    test.use({ javaScriptEnabled });

    test(`a prospect finds cases like theirs, the critical ones, a reply and whom to call${how}`, async ({
      page,
      published,
    }) => {
      const like = published.reviews.filter(({ mentionedServices }) =>
        mentionedServices.includes('car-accident'),
      );
      await page.goto('/');
      await page.getByRole('searchbox').fill('accident');
      await page.getByRole('button', { name: 'Search' }).click();
      await expect(page).toHaveURL(/\/reviews\/\?words=accident$/);
      await expect(page.locator('article mark').first()).toHaveText(/accident/i);

      // A service is a link wherever it is mentioned.
      await page.getByRole('article').getByRole('link', { name: 'Car accidents' }).first().click();
      await expect(heading(page)).toContainText('Car accidents');
      await page
        .getByRole('main')
        .getByRole('link', { name: `All ${like.length} reviews` })
        .first()
        .click();
      await expect(page.getByRole('status').first()).toContainText(`${like.length} reviews`);
      await page.getByLabel('Sort by').selectOption('Lowest rating');
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Search' }).click();
      // A form sends the fields that are left blank; they mean nothing.
      await expect(page).toHaveURL(/mentions_service=car-accident&(?:\w+=&)*sort=lowest$/);
      const lowest = Math.min(...like.map(({ reviewRating }) => reviewRating.ratingValue));
      const cards = page.getByRole('article');
      await expect(cards.first().getByRole('img')).toHaveAccessibleName(`${lowest} out of 5 stars`);

      const replied = like.find(({ ownerReply }) => ownerReply !== undefined);
      if (!replied?.ownerReply) throw new Error('The demonstration has no such review.');
      const card = cards.filter({ has: page.locator(`a[href="/reviews/${replied.id}/"]`) });
      await expect(card).toContainText('Reply from Harbor Injury Law');
      await expect(card).toContainText(replied.ownerReply.text.slice(0, 60));
      const call = page.getByRole('contentinfo').getByRole('link', { name: '512-555-0142' });
      await expect(call).toHaveAttribute('href', `tel:${published.business.telephone}`);
    });

    test(`the critical reviews are one click away${how}`, async ({ page, published }) => {
      const critical = published.reviews.filter(
        ({ reviewRating }) => reviewRating.ratingValue <= 2,
      );
      await page.goto('/');
      await page.getByRole('link', { name: /^Critical: two stars or fewer/ }).click();
      await expect(page.getByRole('status').first()).toContainText(`${critical.length} reviews`);
      const stars = page.getByRole('article').getByRole('img', { name: /^[12](?:\.5)? out of 5/ });
      await expect(stars).toHaveCount(Math.min(25, critical.length));
    });

    test(`a journalist reads how reviews are chosen, checks a quote, and cites it${how}`, async ({
      page,
      context,
      url,
      published,
    }) => {
      await page.goto('/');
      await goTo(page, 'Method');
      const withheld = page.getByRole('row').filter({ hasText: 'Withheld' }).getByRole('cell');
      await expect(withheld.first()).toHaveText(String(published.collection.reviewsWithheld));
      await goTo(page, 'Insights');
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
      if (!javaScriptEnabled) return;
      await context.grantPermissions(['clipboard-write'], { origin: url });
      const citation = await page.locator('#cite').textContent();
      await page.getByRole('button', { name: 'Copy the citation' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
      await page.goto('about:blank');
      await page.setContent('<textarea></textarea>');
      await page.locator('textarea').press('ControlOrMeta+v');
      await expect(page.locator('textarea')).toHaveValue(citation ?? '');
    });

    test(`a follower finds the feeds and their addresses${how}`, async ({ page, url }) => {
      await page.goto('/');
      await goTo(page, 'Feeds and data');
      await expect(page.locator('#url-atom')).toHaveText(`${url}/feed.xml`);
      await expect(page.locator('#url-atom')).toHaveCSS('user-select', 'all');
      const buttons = await page.getByRole('button', { name: /^Copy/ }).count();
      expect(buttons > 0).toBe(javaScriptEnabled);
      await page.getByRole('main').getByRole('link', { name: 'have changes sent to them' }).click();
      await expect(heading(page)).toBeVisible();
      await expect(page).toHaveURL(/\/websub\/$/);
    });

    test(`the owner shares a review, and shows what is withheld${how}`, async ({
      page,
      url,
      published,
    }) => {
      const [newest] = published.reviews;
      await page.goto('/');
      await page
        .getByRole('region', { name: 'Newest', exact: true })
        .getByRole('link')
        .first()
        .click();
      await page.getByText('Share', { exact: true }).click();
      await expect(page.locator('#share')).toHaveText(`${url}/reviews/${newest?.id}/`);
      const report = page.getByRole('link', { name: 'Report this review' });
      await expect(report).toHaveAttribute('href', /^mailto:hello@harborlaw\.example\?/);
      await goTo(page, 'Method');
      await expect(page.getByRole('rowheader', { name: 'Withheld', exact: true })).toBeVisible();
    });
  });
}

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
