import type { Content } from '#dataset/content.ts';
import { type ContentProblem, formatProblem } from '#dataset/content-problem.ts';
import { type Dataset, takeDown } from '#dataset/dataset.ts';
import type { FileSystem } from '#dataset/file-system.ts';
import { unpackModel } from '#insights/polarity/polarity.ts';
import { idsAlone } from '#release/manifest.ts';
import { describeVanished, type Vanished } from '#release/vanished-reviews.ts';
import { keyAfterTakedown, planTakedown } from './edit/plan-takedown.ts';
import { VanishGuard } from './edit/vanish-guard.ts';
import { EditorsContent } from './editors-content.ts';
import type { PublisherPort, PublisherSettings } from './messages.ts';
import { ReleasePublisher } from './release-publisher.ts';
import type { Stored } from './store/load-stored.ts';
import { ReleaseKeeper } from './store/release-keeper.ts';
import type { Dirty, Warn } from './watch/debounce.ts';
import { CheckoutReader } from './watch/git.ts';

/** Maximum errors, and warnings, that the log lists one by one. */
const MAX_LISTED = 50;

/**
 * From an edit to a release: reads the changed files, checks the whole, and publishes or refuses
 * it.
 */
export class RebuildLoop {
  readonly #deps: ReturnType<typeof createParts>;
  /** True while an edit is unpublished for a reason outside the content. */
  #isBehind = true;
  /** True once the log reports that content is withheld. */
  #isHeld = false;
  #warnings: ReadonlySet<string> = new Set();
  /** The reviews that removed.yaml named when it was last read without errors. */
  #removed: readonly string[] = [];

  constructor(...given: Parameters<typeof createParts>) {
    this.#deps = createParts(...given);
  }

  /** True if an operator has confirmed the loss of reviews since the last rebuild. */
  get isConfirmed(): boolean {
    return this.#deps.guard.isConfirmed;
  }

  /** Stores the published release, and nothing else: see ReleaseKeeper. */
  persist(): void {
    this.#deps.keeper.persist();
  }

  /** Publishes removals alone, at a start: they do not wait until everything is checked. */
  async takeDownFirst(): Promise<void> {
    this.#deps.content.refresh(EVERYTHING);
    await this.#takeDown();
  }

  /**
   * Publishes possible changes, one call at a time, and stores what is published. Resolves to true
   * if the folder has changed. Throws if reading fails.
   */
  async rebuild(dirty: Dirty): Promise<boolean> {
    const { guard, port } = this.#deps;
    try {
      const isChanged = await this.#read(dirty);
      const isConfirmed = guard.takeConfirmation();
      if (!isChanged && !this.#isBehind && !isConfirmed) return false;
      this.#isBehind = true;
      port.post({ type: 'started' });
      await this.#publish();
      this.#isBehind = false;
      return isChanged;
    } finally {
      this.persist();
      // Preparation for the next edit.
      unpackModel();
    }
  }

  /** If the system fails at a file, removals are read all the same, if they can be. */
  async #read(dirty: Dirty): Promise<boolean> {
    const { reader, content } = this.#deps;
    try {
      return await reader.read(dirty, (some) => content.refresh(some));
    } catch (error) {
      content.refresh(REMOVALS);
      await this.#takeDown();
      throw error;
    }
  }

  /** Publishes or refuses the folder as it was read. */
  async #publish(): Promise<void> {
    const { content, publisher, guard, port } = this.#deps;
    const reading = content.check((stated) => guard.judge(stated));
    if (!reading.content) {
      if (reading.held) this.#hold(reading.held);
      else this.#refuse(reading.errors);
      await this.#takeDown();
      return;
    }
    const { dataset, gone } = await publisher.publish(reading.content, reading.key);
    guard.remember(dataset);
    guard.release();
    this.#isHeld = false;
    this.#warnOfDeleted(gone, reading.content);
    this.#warnOfReturned(dataset);
    this.#logWarnings(reading.warnings);
    port.post({ type: 'current' });
  }

  /**
   * Takes the reviews that removed.yaml names out of the served release, whatever else is wrong.
   */
  async #takeDown(): Promise<void> {
    const { content, publisher, guard } = this.#deps;
    const { last } = publisher;
    if (!last) return;
    const { dataset } = last.data;
    const published = { dataset, idsAlone: idsAlone(last.facts, dataset.removed) };
    const takedown = planTakedown(content.tombstones(), published);
    if (!takedown) return;
    const left = takeDown(dataset, takedown);
    await publisher.publish(left, keyAfterTakedown(last.facts.key, takedown), takedown.ids);
    guard.remember(left);
  }

  /** Warns of reviews that are now neither in a file nor in removed.yaml. */
  #warnOfDeleted(gone: readonly string[], { reviews, removals }: Content): void {
    const known = new Set(gone.length === 0 ? [] : [...reviews, ...removals].map(({ id }) => id));
    const deleted = gone.filter((id) => !known.has(id));
    if (deleted.length === 0) return;
    this.#deps.port.log(
      'warn',
      `deleted without an entry in removed.yaml, so mirrors keep them: ${listIds(deleted)}; for each: npm run remove -- ID --reason REASON`,
      { count: deleted.length },
    );
  }

  /** A lost entry, as after a checkout of an older file, brings its review back. */
  #warnOfReturned(dataset: Dataset): void {
    const removed = dataset.removed.map(({ id }) => id);
    const known = new Set(removed);
    const ended = this.#removed.filter((id) => !known.has(id));
    this.#removed = removed;
    const back = ended.filter((one) => dataset.reviews.some(({ id }) => id === one));
    if (back.length === 0) return;
    this.#deps.port.log(
      'warn',
      `published again, as their entries in removed.yaml are gone: ${listIds(back)}`,
      { count: back.length },
    );
  }

  /** Logs a hold once: files may vanish one by one. */
  #hold(vanished: Vanished): void {
    const lines = this.#isHeld ? [] : [describeVanished(vanished, 'npm run confirm')];
    this.#isHeld = true;
    const count = vanished.vanished.length;
    this.#deps.port.post({ type: 'failed', code: 'CONTENT_VANISHED', count, lines });
  }

  #refuse(errors: readonly ContentProblem[]): void {
    const { port, contentDir } = this.#deps;
    const listed = errors
      .slice(0, MAX_LISTED)
      .map((error) => formatProblem(error, `${contentDir}/`));
    const rest = errors.length - listed.length;
    const more = `and ${rest} more errors; npm run check:content lists them`;
    const lines = rest > 0 ? [...listed, more] : listed;
    port.post({ type: 'failed', code: 'CONTENT_INVALID', count: errors.length, lines });
  }

  /** Each warning is logged once, until it is resolved and returns. */
  #logWarnings(warnings: readonly ContentProblem[]): void {
    const { port, contentDir } = this.#deps;
    const current = new Set(warnings.map((warning) => formatProblem(warning, `${contentDir}/`)));
    const fresh = [...current].filter((line) => !this.#warnings.has(line));
    for (const line of fresh.slice(0, MAX_LISTED)) port.log('warn', line);
    const rest = fresh.length - MAX_LISTED;
    if (rest > 0) port.log('warn', `and ${rest} more warnings; npm run check:content lists them`);
    this.#warnings = current;
  }
}

/** Creates the parts of a loop. `contentDir` begins the paths of files in messages to editors. */
function createParts(
  { contentDir, stateDir, baseUrl, sidecarUrl, lock }: PublisherSettings,
  stored: Stored,
  port: PublisherPort,
  disk?: FileSystem,
) {
  const keeper = new ReleaseKeeper({ stateDir, lock, port });
  if (stored.release) keeper.adopt({ data: stored.release, facts: stored.release.manifest });
  const origins = { baseUrl, sidecarUrl };
  const now = () => port.now().getTime();
  const published = new Set(stored.release?.digests().values());
  return {
    port,
    contentDir,
    keeper,
    publisher: new ReleasePublisher({ origins, stored, keeper, port }),
    content: new EditorsContent(contentDir, origins, disk, port.now, published),
    reader: new CheckoutReader(contentDir, warnBy(port), disk),
    guard: new VanishGuard({ stateDir, contentDir, now }),
  };
}

export function warnBy(port: PublisherPort): Warn {
  return (message, cause) =>
    port.log('warn', message, cause === undefined ? {} : { cause: String(cause) });
}

export const EVERYTHING: Dirty = { paths: new Set(), everything: true };
export const REMOVALS: Dirty = { paths: new Set(['removed.yaml']), everything: false };

function listIds(ids: readonly string[]): string {
  const more = ids.length > MAX_LISTED ? ' …' : '';
  return ids.slice(0, MAX_LISTED).join(', ') + more;
}
