import { expect, test } from '../../e2e/service.ts';
import { saveFiles } from '../../support/content-folder.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { withService } from './with-service.ts';

test('on a phone the first screen has the telephone, and the page all that its markup has of the business', async ({
  page,
  published,
}) => {
  const { business } = published;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const call = page.getByRole('link', { name: /^Call/ });
  await expect(call).toHaveAttribute('href', `tel:${business.telephone}`);
  await expect(call).toBeInViewport();
  const hours = page.locator('summary').filter({ hasText: /^Open now|^Closed, opens/ });
  await expect(hours).toBeInViewport();
  await hours.click();
  const texts = [
    ...Object.values({ ...business.address, '@type': '', addressCountry: 'United States' }),
    ...[
      business.legalName,
      business.email,
      business.priceRange,
      'English, Spanish, and Vietnamese',
    ],
    ...[business.description, `Founded in ${business.foundingDate?.slice(0, 4)}`],
    ...['8:30 AM–5:30 PM', '8:30 AM–5 PM'],
  ];
  const shown = (await page.locator('body').innerText()).replace(/\s*–\s*/g, '–');
  for (const text of texts) expect(shown.replaceAll('\u00a0', ' ')).toContain(text);
  const { latitude, longitude } = business.geo ?? {};
  for (const href of [business.url, ...(business.sameAs ?? []), `map=17/${latitude}/${longitude}`])
    await expect(page.locator(`a[href*="${href}"]`).first()).toBeVisible();
});

/** Content whose newest reviews are critical, and where those about the office are not to be quoted. */
const CRITICAL_CONTENT = {
  ...SAMPLE_CONTENT,
  'aspects.yaml': '- { id: office, name: Office, description: C, terms: [office] }\n',
  ...Object.assign(
    {},
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((id) =>
      sampleReview(`price-${id}`, '2026-05-02', { rating: '1' }, 'The price was outrageous.'),
    ),
  ),
  ...sampleReview(
    'office-a',
    '2026-10-07',
    { rating: '1', quotes: 'never', aspects: '{ office: negative }' },
    'The office is dirty.',
  ),
};

test('where the newest reviews are critical, the first page shows each once, and quotes none that forbids it', async ({
  page,
}) => {
  const write = (content: string) => saveFiles(content, CRITICAL_CONTENT);
  await withService(write, async (url) => {
    await page.goto(`${url}/`);
    const links = page.locator('.review-card h3 a');
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(paths.length).toBe(4);
    expect(new Set(paths).size).toBe(4);
    expect(paths).toContain('/reviews/office-a/');

    // In the place of a quote.
    for (const path of ['/insights/', '/aspects/office/']) {
      await page.goto(url + path);
      await expect(page.getByText('It is not quoted here.')).toHaveCount(1);
    }
    await page.getByRole('link', { name: '1 review criticizes this' }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('article')).toContainText('The office is dirty.');
  });
});
