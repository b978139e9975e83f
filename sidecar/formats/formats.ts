import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Coding } from '#artifacts/encoder.ts';
import { systemCodeOf } from '#dataset/system-fault.ts';
import { FORMATS, type Format } from '#formats/formats.ts';
import { makeFolder, OWN_FOLDER } from '#release/make-folder.ts';
import { timeOfRelease } from '#release/manifest.ts';
import type { FormatFigures } from '#views/views.ts';
import { describeCode, describeError } from '../describe-error.ts';
import { HttpError } from '../http/http-error.ts';
import { type Canceled, cancel, createCanceled } from '../pool/canceled.ts';
import type { Pool } from '../pool/pool.ts';
import { ThreadEndedError } from '../pool/pool-thread.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import type { Release } from '../release/release.ts';
import type { Supervisor } from '../supervisor.ts';
import { type FormatFile, keyOf, prepareFormat, withCoding } from './format-file.ts';

/*
 * Formats of the served release (site/formats), as files below STATE_DIR: they may be larger than
 * what a process should hold, and a database is a file anyway. A format is made at the first request for it, once for all requests meanwhile, and so is each of
 * its codings. It is kept until a release is swapped in that gives it other bytes: from then on it
 * is not served, work on it stops, and its files are removed. So a takedown reaches every format at
 * once. Waiters get the next release's version.
 */

/** The folder of the files, in STATE_DIR. */
export const FORMATS_FOLDER = 'formats';

/** Maximum requests that wait for formats; further ones are told to come back later. */
export const MAX_WAITING_FOR_FORMATS = 256;
const OLD_FILES = 'the table files of earlier releases';

type Deps = {
  readonly current: CurrentRelease;
  readonly stateDir: string;
  readonly pool: Pick<Pool, 'run'>;
  readonly supervisor: Supervisor;
};

/** A format of a served release: in progress, finished, or failed until it is retried. */
type Entry = {
  readonly format: Format;
  /** Equal keys mean equal bytes. */
  readonly key: string;
  /** The name of its file, and the beginning of the names of its codings. */
  readonly name: string;
  readonly canceled: Canceled;
  readonly file: Promise<FormatFile>;
  /** The file with each coding that was asked for. */
  readonly codings: Map<Coding, Promise<FormatFile>>;
};

export class Formats {
  readonly #deps: Deps;
  readonly #folder: string;
  readonly #entries = new Map<string, Entry>();
  /** Resolves after the first attempt to remove the files of an earlier process. */
  readonly #begun: Promise<void>;
  #made = 0;
  #waiting = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#folder = join(deps.stateDir, FORMATS_FOLDER);
    this.#begun = this.#sweep();
    deps.current.on('swapped', ({ release }) => this.#keep(release));
  }

  /**
   * Returns a format of the served release, with one of its codings on request. Rejects with an
   * HttpError 503 if nothing is served, it cannot be made at the moment, or too many requests wait.
   * Its files exist until the caller waits for something else.
   */
  async get(format: Format, coding?: Coding): Promise<FormatFile> {
    if (this.#waiting >= MAX_WAITING_FOR_FORMATS) throw unavailable();
    this.#waiting++;
    try {
      return await this.#deps.current.answer(async (release) => {
        const entry = this.#entries.get(format.path) ?? this.#begin(format, release);
        try {
          const file = await (coding ? this.#encodeOnce(entry, coding) : entry.file);
          if (existsSync(join(this.#folder, entry.name))) return file;
          void this.#drop(entry);
        } catch (error) {
          if (this.#entries.get(format.path) === entry) this.#fail(entry, error);
        }
        throw unavailable();
      });
    } finally {
      this.#waiting--;
    }
  }

  /** The figures of every format of the served release; waits until all are made. */
  readonly figures = async (): Promise<readonly FormatFigures[]> => {
    const files = FORMATS.map(async (format) => {
      const { figures } = await this.get(format);
      return { path: format.path, ...figures };
    });
    return Promise.all(files);
  };

  /** Leaves no file behind. */
  async close(): Promise<void> {
    await Promise.all([...this.#entries.values()].map((entry) => this.#drop(entry)));
  }

  #begin(format: Format, release: Release): Entry {
    const name = `${release.ordinal}-${++this.#made}${format.path.replaceAll('/', '-')}`;
    const canceled = createCanceled();
    const file = this.#make(format, release, name, canceled);
    const key = keyOf(format, release);
    const entry: Entry = { format, key, name, canceled, file, codings: new Map() };
    this.#entries.set(format.path, entry);
    return entry;
  }

  async #make(
    format: Format,
    release: Release,
    name: string,
    canceled: Canceled,
  ): Promise<FormatFile> {
    await this.#begun;
    makeFolder(this.#folder, OWN_FOLDER);
    const { baseUrl, names, removed, corpus, ordinal } = release;
    const { body, starts, count } = corpus;
    const file = join(this.#folder, name);
    const figures = await this.#deps.pool.run({
      type: 'make',
      path: format.path,
      release: { baseUrl, names, removed, corpus: { body, starts, count } },
      file,
      canceled,
    });
    this.#deps.supervisor.recover(describe(format));
    return prepareFormat(format, figures, file, release, timeOfRelease(ordinal));
  }

  /** Makes a coding of a format, once for all who ask. */
  #encodeOnce(entry: Entry, coding: Coding): Promise<FormatFile> {
    const { codings } = entry;
    const encoded = codings.get(coding) ?? this.#encode(entry, coding);
    codings.set(coding, encoded);
    return encoded;
  }

  async #encode({ name, canceled, ...entry }: Entry, coding: Coding): Promise<FormatFile> {
    const made = await entry.file;
    const from = join(this.#folder, name);
    const file = `${from}.${coding}`;
    const { bytes } = await this.#deps.pool.run({ type: 'encode', coding, from, file, canceled });
    return withCoding(made, coding, file, bytes);
  }

  /** Drops formats to which a release gives other bytes. */
  #keep(release: Release): void {
    for (const entry of this.#entries.values()) {
      if (keyOf(entry.format, release) !== entry.key) void this.#drop(entry);
    }
  }

  async #drop(entry: Entry): Promise<void> {
    const { format, canceled, file, codings } = entry;
    cancel(canceled);
    if (this.#entries.get(format.path) === entry) this.#entries.delete(format.path);
    void this.#sweep();
    // A thread that dies while making one leaves a partial file.
    await Promise.allSettled([file, ...codings.values()]);
    await this.#sweep();
  }

  /** Removes every file without an entry; retries those that cannot be removed now. */
  async #sweep(): Promise<void> {
    const { supervisor } = this.#deps;
    const isUnwanted = (file: string) =>
      this.#entries.values().every(({ name }) => !file.startsWith(name));
    try {
      const files = (await filesIn(this.#folder)).filter(isUnwanted);
      const removed = files.map((file) => rm(join(this.#folder, file), { force: true }));
      // One that cannot be removed does not keep the others.
      await Promise.allSettled(removed);
      await Promise.all(removed);
      supervisor.recover(OLD_FILES);
    } catch (error) {
      const fault = describeFault(error, 'they cannot be removed');
      supervisor.fail({ kind: 'storage', what: OLD_FILES, ...fault }, () => void this.#sweep());
    }
  }

  /**
   * Has a format made again later: until then, requests do not. A thread that has ended is reported
   * elsewhere.
   */
  #fail(entry: Entry, error: unknown): void {
    if (error instanceof ThreadEndedError) return void this.#drop(entry);
    const { format } = entry;
    const fault = describeFault(error, 'it cannot be made');
    this.#deps.supervisor.fail({ kind: 'storage', what: describe(format), ...fault }, () => {
      void this.#drop(entry);
      this.get(format).catch(() => {});
    });
  }
}

/** Returns the name of a format in faults. */
function describe({ path }: Format): string {
  return `the table ${path}`;
}

async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error) ?? '')) return [];
    throw error;
  }
}

function describeFault(error: unknown, what: string) {
  const cause = describeError(error);
  const code = systemCodeOf(error) ?? 'FORMAT_FAILED';
  return { code, reason: `${what}: ${describeCode(code) ?? 'see the log'}`, cause };
}

function unavailable(): HttpError {
  const detail =
    'This file cannot be made at the moment; reviews.json and everything else is served as usual.';
  return new HttpError(503, detail, [], { 'Retry-After': '5' });
}
