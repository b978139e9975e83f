import { expect, HOSTILE_REVIEW, listenTo, test } from './service.ts';

test('a review is reached by click, and leads on to its neighbours', async ({
  page,
  published,
}) => {
  const [newest, second] = published.reviews;
  await page.goto('/');
  await page.getByRole('region', { name: 'Newest', exact: true }).locator('h3 a').first().click();
  await expect(page).toHaveURL(new RegExp(`/reviews/${newest?.id}/$`));

  const neighbours = page.getByRole('navigation', { name: 'Reviews by date' });
  await expect(neighbours.getByRole('link', { name: 'Newer' })).toHaveCount(0);
  await neighbours.getByRole('link', { name: 'Older' }).click();
  await expect(page).toHaveURL(new RegExp(`/reviews/${second?.id}/$`));
  await neighbours.getByRole('link', { name: 'Newer' }).click();

  await expect(page).toHaveURL(new RegExp(`/reviews/${newest?.id}/$`));
});

test('a page shows the whole text of its review with its paragraphs', async ({
  page,
  published,
}) => {
  const { id, reviewBody } = published.reviews.reduce((a, b) =>
    b.reviewBody.length > a.reviewBody.length ? b : a,
  );
  await page.goto(`/reviews/${id}/`);
  const paragraphs = await page.locator('.review-text p').allTextContents();
  expect(paragraphs.length).toBeGreaterThan(1);
  expect(paragraphs.join('\n\n')).toBe(reviewBody);
});

test('a page shows rating, source, dates, how the review was verified and who answered', async ({
  page,
  published,
}) => {
  const review = published.reviews.find(
    ({ ownerReply, isBasedOn }) => ownerReply && isBasedOn !== undefined,
  );
  if (!review?.ownerReply) throw new Error('The demonstration has no such review.');
  const { reviewRating, publisher, datePublished, verification, ownerReply } = review;
  await page.goto(`/reviews/${review.id}/`);
  const name = `${reviewRating.ratingValue} out of 5 stars`;
  await expect(page.getByRole('img', { name }).first()).toBeVisible();
  const source = page.getByRole('link', { name: publisher.name, exact: true });
  await expect(source).toHaveAttribute('href', `/reviews/?source=${publisher.name}`);
  const original = page.getByRole('link', { name: 'See the original' });
  await expect(original).toHaveAttribute('href', review.isBasedOn ?? '');
  await expect(original).toHaveAttribute('rel', 'nofollow noopener ugc');
  for (const date of [datePublished, verification.date]) {
    await expect(page.locator(`time[datetime="${date}"]`).first()).toBeVisible();
  }
  const reply = page.getByRole('region', { name: 'Reply from' });
  await expect(reply).toContainText(ownerReply.text.slice(0, 40));
});

test('a tie to the business stands beside the review', ({ published, pages }) => {
  const tied = published.reviews.filter(({ relationship }) => relationship !== undefined);
  expect(tied.length).toBeGreaterThan(0);
  for (const { id } of tied) {
    expect(pages.get(`/reviews/${id}/`)).toMatch(/<p class="relationship">\s*The reviewer /);
  }
});

test('text in another language carries it, and runs in its own direction', async ({ page }) => {
  await page.goto('/reviews/google-c7q5rgvl/');
  const text = page.locator('.review-text');
  await expect(text).toHaveAttribute('lang', 'ar');
  await expect(text).toHaveCSS('direction', 'rtl');
  await expect(page.locator('html')).toHaveCSS('direction', 'ltr');
});

test('markup in a review is shown as it was typed, and nothing of it runs', async ({ page }) => {
  const heard = listenTo(page);
  await page.goto(HOSTILE_REVIEW);
  const text = page.locator('.review-text');
  await expect(text).toContainText('</script><b>hi</b> and a stray ]]> into');
  await expect(text.locator('b, script')).toHaveCount(0);
  const kinds = await page
    .locator('script')
    .evaluateAll((all) =>
      all
        .filter(
          (script) => !(script instanceof HTMLScriptElement && script.src.includes('/_astro/')),
        )
        .map((script) => script.getAttribute('type')),
    );
  expect(new Set(kinds)).toEqual(new Set(['application/ld+json']));
  expect(heard).toEqual([]);
});
