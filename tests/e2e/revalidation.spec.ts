import { expect, test } from './service.ts';

for (const path of ['/reviews.json', '/']) {
  test(`a browser that asks again for ${path} is told that nothing changed`, async ({ page }) => {
    await page.goto('/feeds/');
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const statuses: number[] = [];
    // The extra info has the status on the wire; the browser gives the page its cached 200.
    session.on('Network.responseReceivedExtraInfo', ({ statusCode }) => {
      statuses.push(statusCode);
    });

    const lengths = await page.evaluate(async (url) => {
      const read = async () => (await (await fetch(url, { cache: 'no-cache' })).text()).length;
      return [await read(), await read()];
    }, path);

    expect(lengths[0]).toBe(lengths[1]);
    await expect.poll(() => statuses.slice(-2)).toEqual([200, 304]);
  });
}
