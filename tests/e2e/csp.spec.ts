import { expect, PAGE_KINDS, test } from './service.ts';

for (const [kind, path] of Object.entries(PAGE_KINDS)) {
  test(`nothing violates the policy or fails to load: ${kind}`, async ({ page, service }) => {
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('response', (response) => {
      if (response.status() >= 400 && !response.request().isNavigationRequest()) {
        complaints.push(response.url());
      }
    });
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`policy violated: ${event.violatedDirective} by ${event.blockedURI}`);
      });
    });

    const response = await page.goto(path, { waitUntil: 'networkidle' });

    expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
    expect(complaints.filter((text) => !/status of 4(?:04|10)/.test(text))).toEqual([]);
    expect(await page.locator('[style], style').count()).toBe(0);
    expect(await page.locator('script:not([src]):not([type="application/ld+json"])').count()).toBe(
      0,
    );
    const origins = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin),
    );
    expect(origins.filter((origin) => origin !== service.url)).toEqual([]);
  });
}
