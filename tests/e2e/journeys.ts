import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright/test';
import type { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { LIST_SIZE } from '#search/question/list-question.ts';
import type { Reader } from './reader.ts';
import { expect } from './service.ts';

/** A goal of a person who opens the first page of a site, and the clicks that it may take. */
type Journey = {
  readonly who: 'client' | 'owner' | 'Spanish speaker' | 'data user';
  readonly goal: string;
  readonly clicks: number;
  /** The site of a business that writes Spanish, with the same reviews. */
  readonly isSpanish?: true;
  /** It is of no use without scripts. */
  readonly needsScripts?: true;
  /** Goes there, and proves that the goal was reached. */
  readonly walk: (
    reader: Reader,
    reviews: ReviewsDocument['reviews'],
    url: string,
  ) => Promise<void>;
};

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
export const VIEWPORTS = {
  client: PHONE,
  owner: DESKTOP,
  'Spanish speaker': PHONE,
  'data user': DESKTOP,
};

const stars = (card: Locator, name: RegExp) => card.getByRole('img', { name });

/** Wednesday, 10 in the morning in Austin. */
const OPEN = new Date('2026-11-18T16:00:00Z');
/** The Sunday before. */
const CLOSED = new Date('2026-11-15T16:00:00Z');

const CLIENT: readonly Journey[] = [
  {
    who: 'client',
    goal: 'Is the firm open now, and how do I call?',
    clicks: 0,
    needsScripts: true,
    async walk(reader) {
      const { page } = reader;
      for (const [now, state] of [
        [CLOSED, /^Closed, opens .+ 8:30/],
        [OPEN, /^Open now, until 5:30/],
      ] as const) {
        await page.clock.setFixedTime(now);
        await page.reload();
        await reader.expectAtFirstSight(page.getByText(state).first());
      }
      const call = page.getByRole('link', { name: /512-555-0142/ }).first();
      await reader.expectAtFirstSight(call);
      await expect(call).toHaveAttribute('href', 'tel:+15125550142');
    },
  },
  {
    who: 'client',
    goal: 'Which hours and languages, for which fee, and where?',
    clicks: 1,
    async walk(reader) {
      const { page } = reader;
      await reader.click(page.locator('summary').filter({ hasText: /^Closed|^Open/ }));
      for (const fact of [/8:30 AM/, /Spanish/, /Contingency fee/]) {
        await expect(page.getByText(fact).first()).toBeVisible();
      }
      await expect(page.getByRole('link', { name: /\bmap\b/i }).first()).toHaveAttribute(
        'href',
        /^https:/,
      );
    },
  },
  {
    who: 'client',
    goal: 'Did anyone with a car accident complain?',
    clicks: 4,
    async walk(reader, reviews) {
      const like = reviews.filter(({ mentionedServices }) =>
        mentionedServices.includes('car-accident'),
      );
      await reader.search('car accident');
      await reader.follow('Car accidents');
      await reader.follow(`All ${like.length} reviews`);
      await expect(reader.status).toContainText(`${like.length} reviews`);
      await reader.choose('Sort by', 'Lowest rating', 'Search');
      const worst = Math.min(...like.map(({ reviewRating }) => reviewRating.ratingValue));
      await expect(stars(reader.reviews.first(), new RegExp(`^${worst} out of 5`))).toBeVisible();
    },
  },
  {
    who: 'client',
    goal: 'How soon do they answer, and do they answer critical reviews?',
    clicks: 2,
    async walk(reader, reviews) {
      const replied = reviews.filter(({ ownerReply }) => ownerReply);
      await reader.expectAtFirstSight(reader.main.getByText(/typically within \d+ days/));
      await reader.follow(/% of reviews/);
      await expect(reader.status).toContainText(`${replied.length} reviews`);
      await reader.choose('Sort by', 'Lowest rating', 'Search');
      await expect(stars(reader.reviews.first(), /^1 out of 5/)).toBeVisible();
      await expect(reader.reviews.first()).toContainText('Reply from Harbor Injury Law');
    },
  },
  {
    who: 'client',
    goal: 'What did my friend Meredith Vance write?',
    clicks: 2,
    async walk(reader) {
      await reader.search('Meredith Vance');
      await reader.follow(/Meredith Vance/, reader.reviews);
      await expect(reader.heading).toContainText('Meredith Vance');
      await expect(reader.main.getByText('the OTHER side').first()).toBeVisible();
    },
  },
];

const OWNER: readonly Journey[] = [
  {
    who: 'owner',
    goal: 'How has our rating changed over the years? A chart for a slide.',
    clicks: 2,
    async walk(reader) {
      const chart = reader.main.getByRole('region', { name: 'Rating over time' });
      await reader.follow('Link to this chart', chart);
      const file = await reader.save(reader.main.getByRole('link', { name: 'SVG' }));
      expect(file.suggestedFilename()).toMatch(/\.svg$/);
      expect(await readFile(await file.path(), 'utf8')).toMatch(
        /^(?:<\?xml[^>]*>\s*)?<svg .*<\/svg>\s*$/s,
      );
    },
  },
  {
    who: 'owner',
    goal: 'What do people criticize most? Read all of it.',
    clicks: 2,
    async walk(reader) {
      await reader.goTo('Insights');
      const most = reader.main.getByRole('link', { name: /^\d+ criticize/ });
      const counts = (await most.allInnerTexts()).map((text) => Number.parseInt(text, 10));
      const worst = Math.max(...counts);
      await reader.click(most.nth(counts.indexOf(worst)));
      await expect(reader.status).toContainText(`${worst} reviews`);
      await expect(reader.reviews).toHaveCount(worst);
    },
  },
  {
    who: 'owner',
    goal: 'Share the newest review.',
    clicks: 2,
    async walk(reader, [newest], url) {
      await reader.follow(/./, reader.main.getByRole('article').first());
      await reader.click(reader.page.getByText('Share', { exact: true }));
      await expect(
        reader.main.getByText(`${url}/reviews/${newest?.id}/`, { exact: true }),
      ).toBeVisible();
    },
  },
  {
    who: 'owner',
    goal: 'Who says “kept me informed”?',
    clicks: 2,
    async walk(reader) {
      await reader.search('kept me informed');
      await expect(reader.reviews.first()).toContainText('Kept me informed');
      await reader.search('"kept me informed"');
    },
  },
];

const SPANISH: readonly Journey[] = [
  {
    who: 'Spanish speaker',
    goal: '¿Hablan español?',
    clicks: 0,
    isSpanish: true,
    walk: (reader) => reader.expectAtFirstSight(reader.page.getByText(/español/i).first()),
  },
  {
    who: 'Spanish speaker',
    goal: 'Reseñas en español.',
    clicks: 5,
    isSpanish: true,
    async walk(reader, reviews) {
      const ours = reviews.filter(({ inLanguage }) => inLanguage === 'es');
      await reader.goTo('Reseñas');
      await reader.click(reader.page.getByText(/^Filtrar/));
      await reader.follow(/^español/);
      // Ratings without a text count as Spanish, as the business is.
      await reader.click(reader.page.getByText(/^Filtrar/));
      await reader.follow(/^Con comentarios/);
      await expect(reader.status).toContainText(`${ours.length} reseñas`);
      await expect(reader.reviews).toHaveCount(ours.length);
    },
  },
  {
    who: 'Spanish speaker',
    goal: '¿De qué se quejan los clientes?',
    clicks: 2,
    isSpanish: true,
    async walk(reader) {
      await reader.goTo(/Análisis|Resumen/);
      await reader.follow(/critican?/);
      await expect(reader.status).toContainText('reseñas');
      await expect(reader.reviews.first()).toBeVisible();
    },
  },
  {
    who: 'Spanish speaker',
    goal: 'Reviews in Spanish, on a site in English.',
    clicks: 3,
    async walk(reader, reviews) {
      const ours = reviews.filter(({ inLanguage }) => inLanguage === 'es');
      await reader.goTo('Reviews');
      await reader.click(reader.page.getByText(/^Filter/));
      await reader.follow(/^(?:Spanish|español)/);
      await expect(reader.reviews).toHaveCount(ours.length);
      await expect(reader.reviews.locator('[lang=es]').first()).toBeVisible();
    },
  },
];

const DATA: readonly Journey[] = [
  {
    who: 'data user',
    goal: 'Every review, as CSV.',
    clicks: 2,
    async walk(reader, reviews) {
      await reader.goTo('Data');
      const file = await reader.save(reader.main.getByRole('link', { name: /csv/i }).first());
      expect(file.suggestedFilename()).toMatch(/\.csv$/);
      const table = await readFile(await file.path(), 'utf8');
      for (const { id } of reviews) expect(table).toContain(id);
    },
  },
  {
    who: 'data user',
    goal: 'Load it into pandas.',
    clicks: 2,
    async walk(reader, _, url) {
      await reader.goTo('Docs');
      await reader.follow(/quick start/i);
      const code = reader.main.locator('pre').filter({ hasText: 'pandas' }).first();
      const [, address = ''] = /["'](http[^"']+)["']/.exec(await code.innerText()) ?? [];
      expect(address).toContain(url);
      expect((await fetch(address)).ok).toBe(true);
    },
  },
  {
    who: 'data user',
    goal: 'How do I cite it, and what does the license allow?',
    clicks: 2,
    async walk(reader, _, url) {
      await reader.goTo('Docs');
      await reader.follow(/license and citation|quick start/i);
      const citation = reader.main.getByText('Harbor Injury Law').filter({ hasText: url });
      await expect(citation.first()).toBeVisible();
      await expect(reader.main.getByRole('link', { name: 'CC0 1.0' })).toBeVisible();
    },
  },
  {
    who: 'data user',
    goal: 'The oldest review, on the last page, and back.',
    clicks: 3,
    async walk(reader, reviews) {
      const { length } = reviews;
      await reader.goTo('Reviews');
      const pages = reader.page.getByRole('navigation', { name: 'Pages' });
      const last = Math.ceil(length / LIST_SIZE);
      const first = (last - 1) * LIST_SIZE + 1;
      await reader.follow(`Page ${last}`, pages);
      await expect(reader.status).toContainText(`${first}–${length} of ${length} reviews`);
      await expect(reader.reviews.last()).toContainText(reviews.at(-1)?.author.name ?? '');
      await reader.follow('Previous page', pages);
      await expect(reader.status).toContainText(`${first - LIST_SIZE}–${first - 1} of ${length}`);
    },
  },
];

export const JOURNEYS = [...CLIENT, ...OWNER, ...SPANISH, ...DATA];
