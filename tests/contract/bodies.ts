import { createHash } from 'node:crypto';
import { PARQUET_TYPE, SQLITE_TYPE } from '#artifacts/media-types.ts';
import { toReadable } from './body.ts';
import { digestOf } from './digest.ts';

/** Up to here a body stands in the transcript itself, in characters. */
const SHORT = 1_500;

const EXTENSIONS: readonly (readonly [RegExp, string])[] = [
  [/json/, 'json'],
  [/html/, 'html'],
  [/xml/, 'xml'],
  [/markdown/, 'md'],
  [/csv/, 'csv'],
];

/** Their bytes depend on the machine. */
const TABLE_TYPES: readonly string[] = [PARQUET_TYPE, SQLITE_TYPE];

/** The size and hash of a file in datapackage.json. */
const STATED = /("bytes": )(\d+)(,\s+"hash": "sha256:)([0-9a-f]{64})/g;

/** The longer bodies of all transcripts, each stored once under the name of its first request. */
export class Bodies {
  readonly #names = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  /** The path of each table, by its size and hash. */
  readonly #tables = new Map<string, string>();

  /** The text of each stored body, by its file name. */
  get texts(): ReadonlyMap<string, string> {
    const nameTable = (stated: string, ...parts: string[]) => {
      const [start = '', size = '', between = '', hash = ''] = parts;
      const name = this.#tables.get(`${size} ${hash}`);
      return name === undefined ? stated : `${start}{of ${name}}${between}{of ${name}}`;
    };
    return new Map(
      [...this.#texts].map(([name, text]) => [name, text.replaceAll(STATED, nameTable)]),
    );
  }

  /** The lines that state a body in a transcript: the body itself, or where it is stored. */
  async describe(mediaType: string, bytes: Buffer, subject: string): Promise<string> {
    const text = await toReadable(mediaType, bytes);
    if (TABLE_TYPES.includes(mediaType)) {
      const hash = createHash('sha256').update(bytes).digest('hex');
      this.#tables.set(`${bytes.length} ${hash}`, subject);
    }
    return text.length <= SHORT ? text : `{bodies/${this.#store(mediaType, bytes, text, subject)}}`;
  }

  #store(mediaType: string, bytes: Buffer, text: string, subject: string): string {
    const digest = digestOf(bytes);
    const known = this.#names.get(digest);
    if (known !== undefined) return known;
    const [, extension = 'txt'] = EXTENSIONS.find(([type]) => type.test(mediaType)) ?? [];
    const name = this.#freeName(subject, extension);
    this.#names.set(digest, name);
    this.#texts.set(name, text);
    return name;
  }

  #freeName(subject: string, extension: string): string {
    const words = subject.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '');
    const base = words.slice(0, 70) || 'home';
    for (let count = 1; ; count++) {
      const name = `${base}${count === 1 ? '' : `-${count}`}.${extension}`;
      if (!this.#texts.has(name)) return name;
    }
  }
}
