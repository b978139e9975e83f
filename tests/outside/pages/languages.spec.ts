import type { Page } from 'playwright/test';
import { crawlPages } from '../../e2e/crawl-pages.ts';
import { expect, expectAccessible, fetchPage, MISSING_PAGE, test } from '../../e2e/service.ts';
import type { Files } from '../../support/content-files.ts';
import { saveFiles } from '../../support/content-folder.ts';
import { sampleReview } from '../../support/sample-content.ts';
import { withService } from './with-service.ts';

/** A firm that writes Arabic. There is no catalogue of that language, so that its pages are in English. */
const ARABIC: Files = {
  'business.yaml': `id: maktab
name: مكتب الميناء للمحاماة
legalName: شركة الميناء للمحاماة
description: مكتب محاماة في دبي منذ 2014.
url: https://maktab.example/
telephone: "+97141234567"
email: hello@maktab.example
address: { streetAddress: شارع المثال 12, addressLocality: دبي, addressCountry: AE }
timeZone: Asia/Dubai
knowsLanguage: [ar]
disclaimer: هذه بيانات وهمية.
feedAuthority: maktab.example,2026
`,
  'technicians.yaml': '- { id: layla, name: ليلى حداد, jobTitle: محامية }\n',
  'services.yaml': '- { id: accidents, name: حوادث السير, description: بعد الحوادث. }\n',
  'service-areas.yaml': '- { id: dubai, name: دبي }\n',
  'aspects.yaml':
    '- { id: staff, name: فريق العمل, description: من يساعد., terms: [polite, rude] }\n',
  'faq.yaml': `- { id: fees, question: كم التكلفة؟, answer: لا شيء في البداية., evidence: [review-ar-1], dateModified: 2026-10-01 }\n`,
  'removed.yaml': '- { id: gone-1, dateRemoved: 2026-10-01, reason: spam }\n',
  ...sampleReview(
    'review-ar-1',
    '2026-10-03',
    {
      author: '{ name: محمد ع. }',
      name: '"تجربتي"',
      inLanguage: 'ar',
      technicians: '[layla]',
      services: '[accidents]',
      serviceAreas: '[dubai]',
      ownerReply: '{ text: شكرا لك., datePublished: 2026-10-05 }',
    },
    'ساعدتنا ليلى حداد بعد حوادث السير في دبي. شكرا 100 مرة.',
  ),
  ...sampleReview(
    'review-ar-2',
    '2025-07-03',
    { author: '{ name: محمد ع. }', inLanguage: 'ar', rating: '1' },
    'لم يرد أحد على 3 مكالمات.',
  ),
  ...sampleReview(
    'review-en-1',
    '2026-09-01',
    { inLanguage: 'en', rating: '4' },
    'The staff were polite. Nobody was rude.',
  ),
  ...sampleReview('review-en-2', '2026-09-02', { inLanguage: 'en' }, 'The staff were rude to us.'),
};

/** A text of a page, with the language and the direction that it has. */
type TextNode = {
  readonly text: string;
  readonly lang: string;
  readonly direction: string;
  readonly isApart: boolean;
};

/** The texts of a page that have letters, without names that invisible marks isolate within sentences. */
function textsOf(page: Page): Promise<TextNode[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: TextNode[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = (node.textContent ?? '').replaceAll(/\u2068[^\u2069]*\u2069/g, '').trim();
      const parent = node.parentElement;
      if (!parent || !/\p{L}/u.test(text) || parent.closest('script, style')) continue;
      texts.push({
        text,
        lang: parent.closest('[lang]')?.getAttribute('lang') ?? '',
        direction: getComputedStyle(parent).direction,
        // An element with a direction of its own, or bdi, does not mix with what stands around it.
        isApart: parent.closest('[dir], bdi') !== document.documentElement,
      });
    }
    return texts;
  });
}

test('of an Arabic business every text carries its language, and runs in its own direction', async ({
  page,
}) => {
  await withService(
    (content) => saveFiles(content, ARABIC),
    async (url) => {
      await page.goto(url);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
      const linked = await crawlPages(async (path) => {
        if (!path.endsWith('/') || path.startsWith('/docs/')) return undefined;
        const response = await fetchPage(url + path);
        return response.ok ? response.text() : undefined;
      });
      const read = [...linked].filter(([, { html }]) => html !== '').map(([path]) => path);
      const others = ['/reviews/gone-1/', '/reviews/?rating=5&query=none', '/reviews/?rating=nine'];
      for (const path of [...read, MISSING_PAGE, ...others]) {
        // Neither fonts nor scripts are waited for: they change no language and no direction.
        await page.goto(url + path, { waitUntil: 'domcontentloaded' });
        const wrong = (await textsOf(page)).filter(({ text, lang, direction, isApart }) =>
          /\p{Script=Arabic}/u.test(text)
            ? lang !== 'ar' || direction !== 'rtl' || !isApart
            : lang !== 'en' || direction !== 'ltr',
        );
        expect(wrong, path).toEqual([]);
      }
      for (const path of ['/', '/reviews/', '/reviews/review-ar-1/', '/people/layla/']) {
        await page.goto(url + path);
        await expectAccessible(page);
      }
    },
  );
});
