import { idsAlone } from '#release/manifest.ts';
import type { EncodedFile } from '#release/release.ts';
import { prepareData, prepareDataFile } from '../release/prepare-data.ts';
import {
  createRelease,
  type ReadPage,
  type Release,
  type ReleaseContents,
} from '../release/release.ts';
import type { DataMessage, RebuildMessage } from './messages.ts';

/** Puts releases together from what the rebuild thread hands over. */
export class ReleaseReceiver {
  #contents: ReleaseContents | undefined;
  readonly #readPage: ReadPage | undefined;

  /** `initial`: what was loaded at the start. `readPage` gives pages to agents. */
  constructor(initial: ReleaseContents | undefined, readPage?: ReadPage) {
    this.#readPage = readPage;
    this.#contents = initial;
  }

  /** The release to serve from now on; undefined where a message does not change it. */
  receive(message: RebuildMessage): Release | undefined {
    const contents = this.#contentsAfter(message);
    if (!contents) return undefined;
    this.#contents = contents;
    return createRelease(contents, this.#readPage);
  }

  #contentsAfter(message: RebuildMessage): ReleaseContents | undefined {
    const contents = this.#contents;
    if (message.type === 'data') return this.#contentsOf(message);
    if (message.type === 'codings') {
      if (contents?.ordinal !== message.ordinal) return undefined;
      const coded = new Map(message.files.map((file) => [file.entry.path, file]));
      const data = contents.data.map((file) => {
        const whole = coded.get(file.path);
        return whole ? prepareDataFile(whole, contents.corpus, contents.key.baseUrl) : file;
      });
      return { ...contents, data };
    }
    return undefined;
  }

  #contentsOf(message: DataMessage): ReleaseContents {
    const { manifest, files, index, changes, ...data } = message;
    const { ordinal, key, vanished } = manifest;
    return {
      ordinal,
      key,
      data: prepareData(files.map(this.#withKnownCodings), data.corpus, key.baseUrl),
      corpus: data.corpus,
      changes,
      index: Promise.resolve(index),
      removed: data.removed,
      removedAlone: idsAlone(manifest, data.removed),
      vanished,
      names: data.names,
    };
  }

  /** The thread keeps no variants of large files: those of unchanged files are added here. */
  readonly #withKnownCodings = (file: EncodedFile): EncodedFile => {
    const { entry, bodies } = file;
    const known = this.#contents?.data.find(({ path }) => path === entry.path);
    if (known?.identity.etag !== entry.variants.identity.etag) return file;
    const coded = [...known.coded].map(([coding, { body }]) => [coding, body] as const);
    return { entry, bodies: { ...Object.fromEntries(coded), ...bodies } };
  };
}
