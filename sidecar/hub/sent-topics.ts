import { TOPICS } from '#artifacts/catalog.ts';
import type { Release } from '../release/release.ts';
import type { SentTopic } from './messages.ts';

/** The topics of a release as they are handed over, with the memory that goes along. */
export type HandedOver = {
  readonly topics: readonly SentTopic[];
  readonly transferred: readonly ArrayBuffer[];
};

/** Knows which topics the hub's thread holds: those that did not change are sent without a body. */
export class SentTopics {
  /** Their tags, by path. */
  readonly #sent = new Map<string, string>();

  handOver(release: Release): HandedOver {
    const transferred: ArrayBuffer[] = [];
    const handOver = (piece: Uint8Array): Uint8Array => {
      // Blocks of reviews are memory that threads share (see ReviewBlocks).
      if (piece.buffer instanceof SharedArrayBuffer) return piece;
      // A plain copy can be handed over; the body itself goes on being served.
      const copy = new Uint8Array(piece);
      transferred.push(copy.buffer);
      return copy;
    };
    const topics = TOPICS.flatMap(({ path, mediaType }): SentTopic[] => {
      const file = release.files.get(path);
      if (!file) return [];
      const topic = release.baseUrl + path;
      const { etag, body } = file.identity;
      if (this.#sent.get(path) === etag) return [{ topic, mediaType, body: undefined }];
      this.#sent.set(path, etag);
      return [{ topic, mediaType, body: body.map(handOver) }];
    });
    return { topics, transferred };
  }

  /** The thread is gone: the next one holds nothing. */
  forget(): void {
    this.#sent.clear();
  }
}
