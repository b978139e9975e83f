import { expect, test } from '../../e2e/service.ts';
import { saveFiles } from '../../support/content-folder.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { withService } from './with-service.ts';

test('the first page is four screens long at most', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  const { y = 0, height = 0 } = (await page.getByRole('main').boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual(4 * 900);
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
    expect(paths.length).toBe(6);
    expect(new Set(paths).size).toBe(6);
    expect(paths).toContain('/reviews/office-a/');

    // In the place of a quote.
    for (const path of ['/', '/insights/', '/aspects/office/']) {
      await page.goto(url + path);
      await expect(page.getByText('It is not quoted here.')).toHaveCount(1);
    }
    await page.getByRole('link', { name: '1 review criticizes this' }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('article')).toContainText('The office is dirty.');
  });
});
