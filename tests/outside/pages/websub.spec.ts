import { expect, test } from '../../e2e/service.ts';

for (const javaScriptEnabled of [true, false]) {
  test.describe(`where scripts are ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('a subscription is looked up by a form, and the answer can be read', async ({
      page,
      url,
    }) => {
      await page.goto('/websub/#lookup');
      const callback = page.getByRole('textbox', { name: 'Callback' });
      const button = page.getByRole('button', { name: 'Look up' });

      // The browser says what is missing or wrong, and asks nothing.
      await button.click();
      await expect(callback).toBeFocused();
      await callback.fill('http://example.com/push');
      await button.click();
      expect(new URL(page.url()).pathname).toBe('/websub/');

      await page.getByRole('combobox', { name: 'Topic' }).selectOption('/api/feed.json');
      await callback.fill('https://example.com/push/%41?q=a&b=c');
      await Promise.all([page.waitForNavigation(), button.click()]);
      const { pathname, searchParams } = new URL(page.url());
      expect(pathname).toBe('/api/websub/hub');
      expect(Object.fromEntries(searchParams)).toEqual({
        'hub.topic': `${url}/api/feed.json`,
        'hub.callback': 'https://example.com/push/%41?q=a&b=c',
      });
      await expect(page.locator('body')).toContainText('state: none');
    });
  });
}
