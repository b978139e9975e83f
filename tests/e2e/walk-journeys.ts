import { JOURNEYS, VIEWPORTS } from './journeys.ts';
import { Reader } from './reader.ts';
import { expect, test } from './service.ts';

/** Defines a test for each journey, which asserts the clicks that it may take. */
export function walkJourneys({ javaScriptEnabled = true } = {}): void {
  for (const { who, goal, clicks, isSpanish, walk } of JOURNEYS) {
    test.describe(() => {
      test.use({ javaScriptEnabled, viewport: VIEWPORTS[who] });

      test(`${who}: ${goal}`, async ({ page, url, spanishUrl, published }) => {
        await page.goto(isSpanish ? spanishUrl : url);
        const reader = new Reader(page);
        await walk(reader, published.reviews, url);
        expect(reader.clicks).toBeLessThanOrEqual(clicks);
      });
    });
  }
}
