import type { Page } from 'playwright/test';
import {
  expect,
  expectAccessible,
  HOSTILE_REVIEW,
  listenTo,
  MISSING_PAGE,
  REMOVED_REVIEW,
  test,
} from '../../e2e/service.ts';

/** One page of each kind, by what is special about it. */
const KINDS = {
  home: '/',
  'all reviews': '/reviews/',
  'a list with filters and what was searched for': '/reviews/?rating=5&query=called',
  'a list that finds nothing': '/reviews/?mentions_technician=Elena+Munos&rating=1',
  'a list with mistakes in its address': '/reviews/?rating=nine&colour=red',
  insights: '/insights/',
  method: '/methodology/',
  charts: '/charts/',
  'a person': '/people/elena-munoz/',
  'an aspect': '/aspects/communication/',
  archive: '/archive/',
  'a month': '/archive/2026/09/',
  feeds: '/feeds/',
  push: '/websub/',
  agents: '/agents/',
  documentation: '/docs/',
  'quick start': '/docs/quick-start/',
  'a page that does not exist': MISSING_PAGE,
  'a review that was taken down': REMOVED_REVIEW,
  'a long review with a reply': '/reviews/direct-6mol9lx1/',
  'a review in Arabic': '/reviews/google-c7q5rgvl/',
  'a review by an employee': '/reviews/direct-kmmq35ul/',
  'a review with markup in its text': HOSTILE_REVIEW,
};

/** Both colours and both widths. */
const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 320 },
] as const;

/** Asserts that nothing stands beside what is in sight, so that nobody scrolls sideways. */
async function expectNothingBeside(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

for (const [kind, path] of Object.entries(KINDS)) {
  test(`${kind}: it obeys its policy, says nothing, fits 320 px, and axe finds nothing`, async ({
    page,
  }) => {
    const heard = listenTo(page);
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`policy violated: ${event.violatedDirective} by ${event.blockedURI}`);
      });
    });
    const response = await page.goto(path);
    expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
    const script = 'script:not([src]):not([type="application/ld+json"])';
    await expect(page.locator(`[style], style, ${script}`)).toHaveCount(0);

    for (const { colorScheme, width } of LOOKS) {
      await test.step(`${colorScheme}, ${width} px wide`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await expectAccessible(page);
        await expectNothingBeside(page, width);
        // In the looks that follow, what is folded away is checked as well.
        await page.locator('details').evaluateAll((all) => {
          for (const details of all) details.setAttribute('open', '');
        });
      });
    }
    for (const width of [390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNothingBeside(page, width);
    }

    // A browser says so of a page that is missing, and of whatever else it cannot load.
    expect(heard, heard.join('\n')).toHaveLength(response?.ok() ? 0 : 1);
  });
}
