import type { Page } from 'playwright/test';
import { hostsOf } from '#agents/install.ts';
import { expect, expectAccessible, fetchPage, MISSING_PAGE, test } from '../../e2e/service.ts';
import { crawlPages } from '../../support/ask.ts';
import type { Files } from '../../support/content-files.ts';
import { saveFiles } from '../../support/content-folder.ts';
import { sampleReview } from '../../support/sample-content.ts';

import { withService } from './with-service.ts';

const quoted = (text: string) => JSON.stringify(text);

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
  ...arabicReview(
    'review-ar-1',
    '2026-10-03',
    '5',
    'ساعدتنا ليلى حداد بعد حوادث السير في دبي. شكرا 100 مرة.',
  ),
  ...arabicReview('review-ar-2', '2026-07-03', '1', 'لم يرد أحد على 3 مكالمات.'),
  ...arabicReview('review-ar-3', '2025-07-03', '4', 'خدمة جيدة.'),
  ...sampleReview(
    'review-en-1',
    '2026-09-01',
    { inLanguage: 'en', rating: '4' },
    'The staff were polite. Nobody was rude.',
  ),
  ...sampleReview(
    'review-en-2',
    '2026-09-02',
    { inLanguage: 'en', rating: '2' },
    'The staff were rude to us.',
  ),
};

function arabicReview(id: string, date: string, rating: string, body: string): Files {
  return sampleReview(
    id,
    date,
    {
      rating,
      author: '{ name: محمد ع. }',
      name: quoted('تجربتي'),
      inLanguage: 'ar',
      technicians: '[layla]',
      services: '[accidents]',
      serviceAreas: '[dubai]',
      ownerReply: '{ text: شكرا لك., datePublished: 2026-10-05 }',
    },
    body,
  );
}

/** A firm that writes Spanish, with a review in Arabic and one in English. */
const SPANISH: Files = {
  'business.yaml': `id: bufete
name: Bufete del Puerto
description: Un bufete de abogados en Málaga.
url: https://bufete.example/
address: { streetAddress: Calle Mayor 1, addressLocality: Málaga, postalCode: "29001", addressCountry: ES }
timeZone: Europe/Madrid
knowsLanguage: [es]
feedAuthority: bufete.example,2026
`,
  'technicians.yaml': '- { id: lucia, name: Lucía Peña, jobTitle: Abogada }\n',
  'services.yaml': '- { id: accidentes, name: Accidentes de tráfico }\n',
  'removed.yaml': '- { id: gone-1, dateRemoved: 2026-10-01, reason: spam }\n',
  ...sampleReview(
    'review-es-1',
    '2026-10-03',
    { rating: '5', technicians: '[lucia]' },
    'Lucía Peña nos ayudó muchísimo.',
  ),
  ...sampleReview(
    'review-es-2',
    '2026-10-02',
    { rating: '2', services: '[accidentes]' },
    'Tardaron 3 meses.',
  ),
  ...sampleReview(
    'review-ar-1',
    '2026-10-01',
    { inLanguage: 'ar', author: '{ name: محمد ع. }', name: quoted('تجربتي') },
    'خدمة ممتازة.',
  ),
  ...sampleReview(
    'review-en-1',
    '2026-09-30',
    { inLanguage: 'en', name: 'In English' },
    'English words are here.',
  ),
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

const ARABIC_LETTER = /\p{Script=Arabic}/u;

/** Everything that links lead to, with what a reader may get besides. */
async function pathsOf(url: string): Promise<string[]> {
  const pages = await crawlPages(async (path) => {
    if (!path.endsWith('/') || path.startsWith('/docs/')) return undefined;
    const response = await fetchPage(url + path);
    return response.ok ? response.text() : undefined;
  });
  const read = [...pages].filter(([, { html }]) => html !== '').map(([path]) => path);
  return [
    ...read,
    MISSING_PAGE,
    '/reviews/gone-1/',
    '/reviews/?rating=5&query=none+of+it',
    '/reviews/?rating=nine',
  ];
}

/** What texts of a business say in another language than they claim, or in the wrong direction. */
async function findWrong(
  page: Page,
  url: string,
  languageOf: (text: TextNode, ofPage: string) => string,
) {
  const wrong = new Set<string>();
  for (const path of await pathsOf(url)) {
    // Neither fonts nor scripts are waited for: they change no language and no direction.
    await page.goto(url + path, { waitUntil: 'domcontentloaded' });
    const ofPage = (await page.locator('html').getAttribute('lang')) ?? '';
    for (const node of await textsOf(page)) {
      const { text, lang, direction, isApart } = node;
      const expected = ARABIC_LETTER.test(text)
        ? { lang: 'ar', direction: 'rtl', isApart: true }
        : { lang: languageOf(node, ofPage), direction: 'ltr', isApart };
      const shown = { lang, direction, isApart };
      if (JSON.stringify(expected) !== JSON.stringify(shown)) {
        wrong.add(`${path} ${JSON.stringify(shown)}: ${text.slice(0, 60)}`);
      }
    }
  }
  return [...wrong];
}

const withBusiness = (files: Files, use: (url: string) => Promise<void>) =>
  withService((content) => saveFiles(content, files), use);

test('of an Arabic business every text carries its language, and runs in its own direction', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await withBusiness(ARABIC, async (url) => {
    await page.goto(url);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
    expect(await findWrong(page, url, () => 'en')).toEqual([]);
    for (const path of ['/', '/reviews/', '/reviews/review-ar-1/', '/people/layla/']) {
      await page.goto(url + path);
      await expectAccessible(page);
    }
  });
});

/** What programs say in English on any page: descriptions of data, tools, and problems of addresses. */
const ENGLISH =
  /English|^[a-z]+(?:_[a-z]+)+$|Jane D\.|\b(?:the|and|is not a parameter|reviews?|must be|as JSON|of the)\b/i;

/** Menus of clients, which are named as their makers do. */
const MENUS = hostsOf('reviews', 'https://reviews.example/mcp').flatMap((host) =>
  host.kind === 'steps' ? host.menus : [],
);

test('of a Spanish business every text carries its language, and what is English says so', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await withBusiness(SPANISH, async (url) => {
    await page.goto(url);
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    const wrong = await findWrong(page, url, ({ text, lang }, ofPage) =>
      // Pages that are always in English are those of the other test.
      ofPage === 'en' || (lang === 'en' && (ENGLISH.test(text) || MENUS.includes(text)))
        ? lang
        : 'es',
    );
    expect(wrong).toEqual([]);
  });
});
