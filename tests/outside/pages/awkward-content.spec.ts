import type { Page } from 'playwright/test';
import { generateContent, writeContent } from '../../../scripts/generate/generate.ts';
import { AWKWARD_FILES } from '../../contract/awkward-content.ts';
import { crawlPages } from '../../e2e/crawl-pages.ts';
import { expect, fetchPage, listenTo, test } from '../../e2e/service.ts';
import { validateHtml } from '../../e2e/validate-html.ts';
import { BUSINESS, type Files } from '../../support/content-files.ts';
import { saveFiles } from '../../support/content-folder.ts';
import { sampleReview } from '../../support/sample-content.ts';
import { withService } from './with-service.ts';

/** Reviews of one a day, each with its changes and text. */
function reviewsOf(
  count: number,
  reviewAt: (index: number) => readonly [changes: Readonly<Record<string, string>>, body: string],
): Files {
  const files = Array.from({ length: count }, (_, index) => {
    const date = new Date(Date.UTC(2026, 8, 30) - index * 86_400_000).toISOString().slice(0, 10);
    return sampleReview(`review-${index}`, date, ...reviewAt(index));
  });
  return Object.assign({}, ...files);
}

const SIGNS = [
  'محمد عبد الرحمن',
  '김민지 王小明',
  '👩‍👩‍👧‍👦🏴‍☠️🙂',
  'W'.repeat(200),
  `${'Llanfair '.repeat(22)}`.slice(0, 200).trim(),
  `<img src=x onerror=alert(1)>`,
  `"><script>alert(1)</script>`,
  `'; alert(1); //`,
  `]]></style></svg><svg onload=alert(1)>`,
  `{{7*7}} \${7*7} <%= 7 %>`,
  'javascript:alert(1)',
] as const;
const HOSTILE_TEXT = `${SIGNS.join(' ')} They kept me informed. Nobody was rude.`;
const yaml = (value: unknown) => JSON.stringify(value);

/** Every field that takes free text has a text that is hard to print, and one list has each of them. */
const NAMES: Files = {
  'business.yaml': yaml({
    id: 'hostile',
    name: SIGNS[7],
    legalName: SIGNS[6],
    description: HOSTILE_TEXT,
    url: 'https://hostile.example/?a=1&b="<>\'',
    telephone: '+971412345678901',
    email: "o'hara+x@hostile.example",
    address: {
      streetAddress: SIGNS[3],
      addressLocality: SIGNS[0],
      addressRegion: SIGNS[5],
      postalCode: SIGNS[2],
      addressCountry: 'AE',
    },
    openingHours: [
      { dayOfWeek: ['Friday', 'Saturday'], opens: '20:00', closes: '02:00' },
      { dayOfWeek: ['Sunday'], opens: '00:00', closes: '23:59' },
    ],
    priceRange: SIGNS[6],
    timeZone: 'Asia/Dubai',
    knowsLanguage: ['ar', 'zh', 'en'],
    disclaimer: HOSTILE_TEXT,
    feedAuthority: 'hostile.example,2026',
  }),
  'technicians.yaml': yaml(
    SIGNS.map((name, index) => ({ id: `p-${index}`, name, jobTitle: SIGNS.at(-index) })),
  ),
  'services.yaml': yaml(SIGNS.map((name, index) => ({ id: `s-${index}`, name }))),
  'service-areas.yaml': yaml(SIGNS.map((name, index) => ({ id: `a-${index}`, name }))),
  'aspects.yaml': yaml(
    SIGNS.map((name, index) => ({
      id: `x-${index}`,
      name,
      description: HOSTILE_TEXT,
      terms: [`term${index}`, 'informed', 'rude'].slice(0, index === 0 ? 3 : 1),
    })),
  ),
  'faq.yaml': yaml(
    SIGNS.map((question, index) => ({
      id: `q-${index}`,
      question,
      answer: HOSTILE_TEXT,
      evidence: ['review-1'],
      dateModified: '2026-10-01',
    })),
  ),
  ...reviewsOf(44, (index) => {
    const at = index % SIGNS.length;
    const sign = SIGNS[at] ?? '';
    return [
      {
        author: yaml({ name: sign }),
        name: yaml(sign),
        rating: String((index % 5) + 1),
        source: yaml({ name: SIGNS[(at + 5) % SIGNS.length] }),
        technicians: yaml([`p-${at}`]),
        services: yaml([`s-${at}`]),
        serviceAreas: yaml([`a-${at}`]),
        ownerReply: yaml({ text: HOSTILE_TEXT, datePublished: '2026-10-05' }),
      },
      HOSTILE_TEXT,
    ];
  }),
};

const business = (more: string): Files => ({ 'business.yaml': BUSINESS + more });
const many = (reviews: number) => (content: string) =>
  writeContent(content, generateContent({ reviews }));
const save = (files: Files) => (content: string) => saveFiles(content, files);

/** Sites that are unlike the demonstration, by what is special about them. */
const SITES: Readonly<Record<string, (content: string) => unknown>> = {
  'no review': save(business('')),
  'one review': save({ ...business(''), ...sampleReview('review-1', '2026-10-03') }),
  '1,000 reviews': many(1_000),
  '10,000 reviews': many(10_000),
  'names and texts that are hard to print': save(NAMES),
  'the awkward content of the contract, in Spanish': save(AWKWARD_FILES),
};

/** At most so many pages of a kind are looked at. */
const OF_A_KIND = 2;
/** The documentation is the same on every site. */
const SAME = /^\/(?:docs|agents|websub)\//;

/** The kind of a page: its address without ids and dates. */
function kindOf(path: string): string {
  const [, first = '', second = '', third = ''] = path.split('/');
  return [first, second && 'of one', third && 'of a month'].join('/');
}

/** The HTML of some pages of each kind, of those that links lead to. */
async function samplePages(url: string): Promise<ReadonlyMap<string, string>> {
  const seen = new Map<string, number>();
  const linked = await crawlPages(async (path) => {
    const kind = kindOf(path);
    const count = seen.get(kind) ?? 0;
    if (!path.endsWith('/') || SAME.test(path) || count === OF_A_KIND) return undefined;
    seen.set(kind, count + 1);
    const response = await fetchPage(url + path);
    expect(response.status, path).toBe(200);
    return response.text();
  });
  return new Map([...linked].flatMap(([path, { html }]) => (html ? [[path, html]] : [])));
}

/** Faults of the page that is open, a line each. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const all = [...document.querySelectorAll('*')];
    const ids = all.map(({ id }) => id).filter((id) => id !== '');
    const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
    faults.push(...twice.map((id) => `id twice: ${id}`));
    for (const element of all) {
      const handlers = element.getAttributeNames().filter((name) => name.startsWith('on'));
      if (handlers.length > 0) faults.push(`handlers: ${handlers}`);
      const isData = element.getAttribute('type') === 'application/ld+json';
      if (element.matches('script:not([src])') && !isData) faults.push('an inline script');
      if (element.matches('svg script, foreignObject, iframe, object')) faults.push('foreign');
      if (/^\s*javascript:/i.test(element.getAttribute('href') ?? '')) faults.push('a script link');
    }
    const clone = document.querySelector('main')?.cloneNode(true);
    if (!(clone instanceof Element)) return ['no main'];
    for (const code of clone.querySelectorAll('code, pre, script, template')) code.remove();
    const [odd] =
      /\b(?:NaN|undefined|null|Infinity|Invalid Date)\b|\[object/.exec(clone.textContent ?? '') ??
      [];
    if (odd !== undefined) faults.push(`says ${odd}`);
    for (const part of document.querySelectorAll(
      'main :is(section, figure, table, tbody, ul, ol, dl, nav)',
    )) {
      const rest = part.cloneNode(true);
      if (!(rest instanceof Element)) continue;
      for (const title of rest.querySelectorAll('h1, h2, h3, h4, caption, figcaption'))
        title.remove();
      const isEmpty = !rest.textContent?.trim() && !rest.querySelector('svg, img, input');
      if (isEmpty) faults.push(`empty: ${part.outerHTML.slice(0, 120)}`);
    }
    return faults;
  });
}

/** Ways to look at a page in which nothing may be wider than the screen. */
const LOOKS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  '320 px': (page) => page.setViewportSize({ width: 320, height: 800 }),
  '200 % text': async (page) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '36px';
    });
  },
  'from right to left': async (page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '';
      document.documentElement.dir = 'rtl';
    });
  },
  'forced colors': (page) => page.emulateMedia({ forcedColors: 'active' }),
};

for (const [name, write] of Object.entries(SITES)) {
  test(`${name}: pages are whole, fit, and say nothing odd`, async ({ page }) => {
    await withService(write, async (url) => {
      const heard = listenTo(page);
      const pages = await samplePages(url);
      const others = ['/reviews/?words=zebra', '/reviews/?rating=1&sort=lowest'];
      const faults: string[] = [];
      for (const path of [...pages.keys(), ...others]) {
        await page.emulateMedia({ forcedColors: 'none' });
        await page.goto(url + path);
        faults.push(...(await faultsOf(page)).map((fault) => `${path} ${fault}`));
        for (const [look, apply] of Object.entries(LOOKS)) {
          await apply(page);
          const beside = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          if (beside > 0) faults.push(`${path} ${look}: ${beside} px too wide`);
        }
        faults.push(
          ...(await validateHtml(pages.get(path) ?? '<!doctype html>')).map(
            (found) => `${path} ${found}`,
          ),
        );
      }
      expect(faults).toEqual([]);
      expect(heard).toEqual([]);
    });
  });
}
