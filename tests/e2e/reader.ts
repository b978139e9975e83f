import type { Download, Locator, Page } from 'playwright/test';
import { expect } from './service.ts';

/** A person at a page, who knows no addresses: only words that can be seen, and the roles they have. */
export class Reader {
  clicks = 0;
  /** Those of them that scripts save. */
  buttons = 0;
  readonly page: Page;
  readonly #hasScripts: boolean;

  constructor(page: Page, hasScripts = true) {
    this.page = page;
    this.#hasScripts = hasScripts;
  }

  async click(target: Locator): Promise<void> {
    this.clicks++;
    await target.click();
  }

  /** Follows a link below the header, by its words. */
  follow(name: string | RegExp, within = this.main): Promise<void> {
    return this.click(within.getByRole('link', { name }).first());
  }

  /** Follows a link of the header. */
  goTo(name: string | RegExp): Promise<void> {
    return this.follow(name, this.page.getByRole('navigation', { name: /^(?:Main|Principal)$/ }));
  }

  /** Searches on the page that is open. The key at the end counts as a click. */
  async search(text: string): Promise<void> {
    const field = this.page.getByRole('searchbox').first();
    await field.fill(text);
    this.clicks++;
    await field.press('Enter');
    await expect(this.status).toBeVisible();
  }

  /** Chooses an option of a list by its label. Where no script sends it, the button does. */
  async choose(label: string, option: string, button: string): Promise<void> {
    this.clicks++;
    await this.page.getByLabel(label, { exact: true }).selectOption(option);
    if (!this.#hasScripts) {
      this.buttons++;
      await this.click(this.page.getByRole('button', { name: button }));
    }
  }

  /** Follows a link that saves a file. */
  async save(link: Locator): Promise<Download> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), this.click(link)]);
    return download;
  }

  /** Asserts that something can be read without scrolling. */
  async expectAtFirstSight(what: Locator): Promise<void> {
    await expect(what).toBeVisible();
    expect(await this.page.evaluate(() => scrollY)).toBe(0);
    const { y, height } = (await what.boundingBox()) ?? { y: 0, height: Number.NaN };
    expect(y + height).toBeLessThanOrEqual(this.page.viewportSize()?.height ?? 0);
  }

  get main(): Locator {
    return this.page.getByRole('main');
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  get status(): Locator {
    return this.main.getByRole('status').first();
  }

  get reviews(): Locator {
    return this.main.getByRole('article');
  }
}
