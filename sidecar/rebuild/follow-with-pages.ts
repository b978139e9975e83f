import { setTimeout } from 'node:timers/promises';
import type { ReleaseKey } from '#artifacts/manifest.ts';
import type { Dataset } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import { openPack } from '#release/pack.ts';
import { readWhole } from '#release/read-pack.ts';
import { isSameKey } from '#release/release-key.ts';
import type { PackStore } from '../release/pack-store.ts';
import { pageLagOf } from '../release/page-lag.ts';
import { createPageSet } from '../release/page-set.ts';
import { NO_LAG, type PageLag } from '../release/release-files.ts';
import { buildPagesInChild, PageBuildError } from './build-pages-in-child.ts';
import type { StoredData } from './data-storage.ts';
import type { PageBuildSettings } from './messages.ts';
import type { RebuildPort } from './rebuild-port.ts';
import type { ShownPages } from './served-now.ts';

/** So long after the data a build of new pages begins, with all edits until then. */
const QUIET_MS = 150;
/** Each review adds this to what a page build may take. */
const TIMEOUT_MS_A_REVIEW = 20;

/** Data that pages are to be made from. */
export type PagesWanted = {
  readonly ordinal: number;
  readonly key: ReleaseKey;
  /** The pack of the data, and the one that it rests on. */
  readonly stored: StoredData;
  readonly dataset: Dataset;
};

type Settings = PageBuildSettings & {
  readonly store: PackStore;
  readonly port: RebuildPort;
  readonly signal: AbortSignal;
};

/**
 * Builds pages after the data, one build at a time. Data that come while one is under way are built
 * next, the newest only; so pages follow under a steady stream of edits, too.
 */
export class PageFollower {
  readonly #settings: Settings;
  #pages: ShownPages | undefined;
  #published: readonly Review[] = [];
  #wanted: PagesWanted | undefined;
  #building: PagesWanted | undefined;
  #running: Promise<void> | undefined;

  /** `pages` are those that are served. */
  constructor(settings: Settings, pages: ShownPages | undefined) {
    this.#settings = settings;
    this.#pages = pages;
  }

  /**
   * How the pages that are served differ from the reviews that are published from now on. What it
   * tells holds until the next pages are handed over, so it must be handed over at once.
   */
  lagBehind(published: readonly Review[]): PageLag {
    this.#published = published;
    if (!this.#pages) return NO_LAG;
    return pageLagOf(
      this.#pages.ids,
      published.map(({ id }) => id),
    );
  }

  /** Whether the pages that are served were made of this content. */
  areMadeOf(key: ReleaseKey): boolean {
    return this.#pages !== undefined && isSameKey(this.#pages.key, key);
  }

  /** The ordinal of the data that the pages that are served were made from. */
  get ordinal(): number | undefined {
    return this.#pages?.ordinal;
  }

  /** The packs that a build may still read. */
  neededFiles(): ReadonlySet<string> {
    const wanted = [this.#building?.stored, this.#wanted?.stored];
    const files = [this.#pages?.file, ...wanted.flatMap((one) => [one?.file, one?.base])];
    return new Set(files.filter((file) => file !== undefined));
  }

  /** Has pages made from these data, unless the served ones are made from their like. */
  want(wanted: PagesWanted): void {
    if (this.#isServed(wanted)) {
      this.#settings.port.post({ type: 'pages-current' });
      return;
    }
    this.#wanted = wanted;
    this.#running ??= this.#run();
  }

  /** Resolves when no build is under way. */
  async settle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    const { port, signal } = this.#settings;
    while (this.#wanted && !signal.aborted) {
      // Readers fetch what was just published; a build that starts would take their processor.
      if (this.#pages) await setTimeout(QUIET_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) break;
      this.#building = this.#wanted;
      this.#wanted = undefined;
      try {
        await this.#build(this.#building);
        if (!this.#wanted) port.post({ type: 'pages-current' });
      } catch (error) {
        if (signal.aborted) break;
        port.post({ type: 'failed', code: 'PAGES_FAILED', count: 1, lines: [causeOf(error)] });
      }
    }
    this.#building = undefined;
    this.#running = undefined;
  }

  async #build(wanted: PagesWanted): Promise<void> {
    const { script, timeoutMs, store, port, signal } = this.#settings;
    const out = store.fileOf('pages', wanted.ordinal);
    const started = performance.now();
    port.reached('pages-started');
    const report = await buildPagesInChild({
      script,
      release: wanted.stored.file,
      previous: this.#pages?.file,
      out,
      work: store.workFolder,
      timeoutMs: timeoutMs + wanted.dataset.reviews.length * TIMEOUT_MS_A_REVIEW,
      signal,
    });
    port.reached('pages-built');
    const bytes = await readWhole(out);
    const pages = createPageSet(openPack(bytes), wanted.key.baseUrl);
    const { ordinal, key } = pages;
    this.#pages = { ordinal, key, ids: pages.ids(), file: out };
    port.post({ type: 'pages', pack: bytes, lag: this.lagBehind(this.#published) });
    const ms = Math.round(performance.now() - started);
    port.log('info', `pages of release ${wanted.ordinal} are built`, { ...report, ms });
    port.reached('cleared');
  }

  #isServed({ key }: PagesWanted): boolean {
    return !this.#running && this.areMadeOf(key);
  }
}

function causeOf(error: unknown): string {
  if (error instanceof PageBuildError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
