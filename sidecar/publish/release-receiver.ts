import { idsAlone } from '#release/manifest.ts';
import { prepareData } from '../release/prepare-data.ts';
import {
  createRelease,
  type ReadPage,
  type Release,
  type ReleaseContents,
} from '../release/release.ts';
import type { DataMessage, RebuildMessage } from './messages.ts';

/** Puts releases together from what the rebuild thread hands over. */
export class ReleaseReceiver {
  readonly #readPage: ReadPage | undefined;

  /** `readPage` gives pages to agents. */
  constructor(readPage?: ReadPage) {
    this.#readPage = readPage;
  }

  /** The release to serve from now on; undefined where a message does not change it. */
  receive(message: RebuildMessage): Release | undefined {
    if (message.type !== 'data') return undefined;
    return createRelease(this.#contentsOf(message), this.#readPage);
  }

  #contentsOf(message: DataMessage): ReleaseContents {
    const { manifest, files, index, changes, ...data } = message;
    const { ordinal, key, vanished } = manifest;
    return {
      ordinal,
      key,
      data: prepareData(files, data.corpus, key.baseUrl),
      corpus: data.corpus,
      changes,
      index: Promise.resolve(index),
      removed: data.removed,
      removedAlone: idsAlone(manifest, data.removed),
      vanished,
      names: data.names,
    };
  }
}
