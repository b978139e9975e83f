import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Coding } from '#artifacts/encoder.ts';
import { systemCodeOf } from '#dataset/system-fault.ts';
import { FORMATS, type Format } from '#formats/formats.ts';
import { makeFolder, OWN_FOLDER } from '#release/make-folder.ts';
import { timeOfRelease } from '#release/manifest.ts';
import type { FormatFigures } from '#views/views.ts';
import { describeCode, describeError } from '../describe-error.ts';
import { HttpError } from '../http/http-error.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import type { Release } from '../release/release.ts';
import { releaseOf } from '../routes/published.ts';
import type { Supervisor } from '../supervisor.ts';
import { TaskThread, ThreadEndedError } from '../task-thread.ts';
import {
  dependenciesOf,
  type FormatFile,
  type KeyOf,
  prepareFormat,
  withCoding,
} from './format-file.ts';
import type { Cancelled, FileFigures, FormatTask } from './format-task.ts';

/*
 * Formats of the served release (site/formats), as files below STATE_DIR: they may be larger than what
 * a process should hold, and a database is a file anyway.
 *
 *   formats.ts      which are made, and when they are dropped
 *   format-file.ts  what the bytes of one depend on; one that was made
 *   format-task.ts  what the thread is sent       make-file.ts, format-worker.ts  what it does
 *
 * A format is made when it is first asked for, once for all who ask meanwhile, and so is each of its
 * codings. It is kept until a release is swapped in of which it would have other bytes: from then on its
 * files are gone, nobody gets them, and if it is being made, that ends. So a takedown reaches every format
 * at once. Whoever waited gets it as the next release has it. A new process begins by removing what an
 * earlier one left.
 */

/** The folder of the files, in STATE_DIR. */
export const FORMATS_FOLDER = 'formats';
export const FORMAT_WORKER = new URL('./format-worker.ts', import.meta.url);

/** Requests that wait for formats; one more is asked to come again. */
export const MAX_WAITING_FOR_FORMATS = 256;
/** Edits are rarer than a format takes to be made; where they are not, the client asks again. */
const MAX_TRIES = 5;
/** A million reviews as a database would take less. */
const TASK_MS = 600_000;
/** Where nobody asks for a format any more, the thread ends. */
const IDLE_MS = 30_000;
const WHAT = 'the files of formats';
const OLD_FILES = 'the files of formats of earlier releases';

type Deps = {
  readonly current: CurrentRelease;
  /** The folder of the files, which holds nothing else. */
  readonly folder: string;
  readonly supervisor: Supervisor;
  /** The module of the thread: FORMAT_WORKER. */
  readonly worker: URL;
};

/** A format that is made or was made, of a release that is served. */
type Entry = {
  readonly format: Format;
  /** Equal keys mean equal bytes. */
  readonly key: string;
  readonly cancelled: Cancelled;
  /** Every file of it that there may be. */
  readonly files: string[];
  readonly codings: Map<Coding, Promise<void>>;
  file: Promise<FormatFile>;
};

export class Formats {
  readonly #deps: Deps;
  readonly #thread: TaskThread<FormatTask, FileFigures>;
  readonly #entries = new Map<string, Entry>();
  /** Formats that could not be written: the supervisor, not the next request, tries them again. */
  readonly #failed = new Set<Format>();
  #keyOf: KeyOf | undefined;
  /** Files that nobody wants and that are not removed yet. */
  readonly #unwanted = new Set<string>();
  /** Resolves when what an earlier process has left is removed; undefined where that failed. */
  #emptied: Promise<void> | undefined;
  #made = 0;
  #waiting = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#thread = new TaskThread({
      idleMs: IDLE_MS,
      taskMs: TASK_MS,
      ...deps,
      name: 'format maker',
      what: 'the thread that makes formats',
      reason: 'it died, and no format is made until it runs again',
    });
    this.#emptySoon();
    deps.current.on('swapped', ({ release }) => this.#keep(release));
    deps.current.on('withdrawn', () => this.#keep(undefined));
  }

  /**
   * A format of the served release, made where it is not there. Rejects with an HttpError 503 where
   * nothing is served, it cannot be made at the moment, or too many wait.
   */
  get(format: Format): Promise<FormatFile> {
    return this.#wait(format, (entry) => entry.file);
  }

  /** The same with a coding of it. */
  getCoded(format: Format, coding: Coding): Promise<FormatFile> {
    return this.#wait(format, async (entry) => {
      const { served } = await entry.file;
      if (served.coded.get(coding)?.body === undefined) await this.#encode(entry, coding);
      return entry.file;
    });
  }

  /** The figures of every format of the served release: waits until all are made. */
  readonly figures = async (): Promise<readonly FormatFigures[]> => {
    const files = FORMATS.map(async (format) => {
      const { figures } = await this.get(format);
      return { path: format.path, ...figures };
    });
    return Promise.all(files);
  };

  /** Ends the thread for good, and leaves no file. */
  async close(): Promise<void> {
    this.#keep(undefined);
    await this.#thread.close();
    // Where that fails, the next start does it.
    await removeFolder(this.#deps.folder).catch(() => {});
  }

  async #wait(format: Format, find: (entry: Entry) => Promise<FormatFile>): Promise<FormatFile> {
    if (this.#waiting >= MAX_WAITING_FOR_FORMATS) throw unavailable();
    this.#waiting++;
    try {
      for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
        const entry = this.#entryOf(format, releaseOf(this.#deps.current));
        const isCurrent = () => this.#entries.get(format.path) === entry;
        try {
          const file = await find(entry);
          if (isCurrent()) return file;
        } catch (error) {
          if (isCurrent()) throw this.#fail(entry, error);
          // It was dropped meanwhile, or failed for others who waited.
          if (this.#failed.has(format)) throw unavailable();
        }
      }
      throw unavailable();
    } finally {
      this.#waiting--;
    }
  }

  #entryOf(format: Format, release: Release): Entry {
    const known = this.#entries.get(format.path);
    if (known) return known;
    if (this.#failed.has(format)) throw unavailable();
    this.#keyOf ??= dependenciesOf(release);
    const name = `${release.ordinal}-${++this.#made}${format.path.replaceAll('/', '-')}`;
    const file = join(this.#deps.folder, name);
    const cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const entry: Entry = {
      format,
      key: this.#keyOf(format),
      cancelled,
      files: [file],
      codings: new Map(),
      file: this.#make(format, release, file, cancelled),
    };
    this.#entries.set(format.path, entry);
    // Whoever waits for it hears of it.
    entry.file.catch(() => {});
    return entry;
  }

  async #make(
    format: Format,
    release: Release,
    file: string,
    cancelled: Cancelled,
  ): Promise<FormatFile> {
    await this.#empty();
    makeFolder(this.#deps.folder, OWN_FOLDER);
    const { baseUrl, names, removed, corpus } = release;
    const { body, starts, count } = corpus;
    const figures = await this.#thread.run({
      type: 'make',
      path: format.path,
      release: { baseUrl, names, removed, corpus: { body, starts, count } },
      file,
      cancelled,
    });
    this.#failed.delete(format);
    if (this.#failed.size === 0) this.#deps.supervisor.recover(WHAT);
    return prepareFormat(format, figures, file, release, timeOfRelease(release.ordinal));
  }

  /** Makes a coding of a format, once for all who ask meanwhile. */
  #encode(entry: Entry, coding: Coding): Promise<void> {
    const known = entry.codings.get(coding);
    if (known) return known;
    const encoded = (async () => {
      const { served } = await entry.file;
      const { body: from = '' } = served.identity;
      const file = `${from}.${coding}`;
      entry.files.push(file);
      const { cancelled } = entry;
      const { bytes } = await this.#thread.run({ type: 'encode', coding, from, file, cancelled });
      entry.file = entry.file.then((before) => withCoding(before, coding, file, bytes));
    })();
    entry.codings.set(coding, encoded);
    encoded.catch(() => {});
    return encoded;
  }

  /** Drops what a release would have other bytes of; without one, everything. */
  #keep(release: Release | undefined): void {
    this.#keyOf = release && !release.isDataOnly ? dependenciesOf(release) : undefined;
    for (const entry of this.#entries.values()) {
      if (this.#keyOf?.(entry.format) !== entry.key) this.#drop(entry);
    }
  }

  #drop({ format, cancelled, files }: Entry): void {
    Atomics.store(cancelled, 0, 1);
    this.#entries.delete(format.path);
    for (const file of files) this.#unwanted.add(file);
    void this.#removeUnwanted();
  }

  /** Removes what nobody wants; what cannot be removed now is tried again. */
  async #removeUnwanted(): Promise<void> {
    const { supervisor } = this.#deps;
    let fault: ReturnType<typeof describeFault> | undefined;
    for (const file of this.#unwanted) {
      try {
        await rm(file, { force: true });
        this.#unwanted.delete(file);
      } catch (error) {
        fault = describeFault(error, 'they cannot be removed');
      }
    }
    if (!fault) supervisor.recover(OLD_FILES);
    else
      supervisor.fail({ kind: 'storage', what: OLD_FILES, ...fault }, () => this.#removeUnwanted());
  }

  /** What is answered where a format cannot be made. A thread that has ended is reported by itself. */
  #fail(entry: Entry, error: unknown): HttpError {
    this.#drop(entry);
    if (error instanceof HttpError || error instanceof ThreadEndedError) return unavailable();
    const { format } = entry;
    this.#failed.add(format);
    const fault = describeFault(error, 'they cannot be made');
    this.#deps.supervisor.fail({ kind: 'storage', what: WHAT, ...fault }, () => {
      const again = [...this.#failed];
      this.#failed.clear();
      for (const one of again) this.get(one).catch(() => {});
    });
    return unavailable();
  }

  /** Removes what an earlier process has left, once; where it fails, by the next who asks. */
  async #empty(): Promise<void> {
    this.#emptied ??= removeFolder(this.#deps.folder);
    try {
      await this.#emptied;
    } catch (error) {
      this.#emptied = undefined;
      throw error;
    }
  }

  /** The same, also where nobody asks for a format. */
  #emptySoon(): void {
    const { supervisor } = this.#deps;
    this.#empty().then(
      () => supervisor.recover(OLD_FILES),
      (error: unknown) => {
        const fault = describeFault(error, 'they cannot be removed');
        supervisor.fail({ kind: 'storage', what: OLD_FILES, ...fault }, () => this.#emptySoon());
      },
    );
  }
}

/** Formats of a service, which are kept in its STATE_DIR. */
export function startFormats({
  stateDir,
  ...deps
}: Pick<Deps, 'current' | 'supervisor'> & { readonly stateDir: string }): Formats {
  return new Formats({ ...deps, folder: join(stateDir, FORMATS_FOLDER), worker: FORMAT_WORKER });
}

async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    // It is not there either.
    if (systemCodeOf(error) !== 'ENOTDIR') throw error;
  }
}

function describeFault(error: unknown, what: string) {
  const cause = describeError(error);
  const code = systemCodeOf(error) ?? 'FORMAT_FAILED';
  return { code, reason: `${what}: ${describeCode(code) ?? 'see the log'}`, cause };
}

function unavailable(): HttpError {
  const detail =
    'This file cannot be made at the moment; reviews.json and all else is served as always.';
  return new HttpError(503, detail, [], { 'Retry-After': '5' });
}
