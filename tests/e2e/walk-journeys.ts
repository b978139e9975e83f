import { JOURNEYS, VIEWPORTS } from './journeys.ts';
import { Reader } from './reader.ts';
import { expect, test } from './service.ts';

/** Defines a test for each journey, which asserts the clicks that it may take. */
export function walkJourneys({ javaScriptEnabled = true } = {}): void {
  for (const { who, goal, clicks, isSpanish, needsScripts, walk } of JOURNEYS) {
    if (needsScripts && !javaScriptEnabled) continue;
    test.describe(() => {
      test.use({ javaScriptEnabled, viewport: VIEWPORTS[who] });

      test(`${who}: ${goal}`, async ({ page, url, spanishUrl, published }) => {
        await page.goto(isSpanish ? spanishUrl : url);
        const reader = new Reader(page, javaScriptEnabled);
        await walk(reader, published.reviews, url);
        // Without scripts a button sends what is chosen.
        const more = javaScriptEnabled ? 0 : reader.buttons;
        expect(reader.clicks).toBeLessThanOrEqual(clicks + more);
      });
    });
  }
}
