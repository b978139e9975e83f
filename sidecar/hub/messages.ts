import { TOPICS } from '#artifacts/catalog.ts';
import type { Pieces } from '#search/corpus/pieces.ts';
import type { Release } from '../release/release.ts';
import type { HubStatus, PairName, PairState } from './hub-client.ts';
import type { HubLog } from './hub-context.ts';
import type { HubSettings } from './hub-settings.ts';
import type { Acceptance } from './store/hub-store.ts';
import type { Intent } from './store/rows.ts';
import type { StoreFault } from './work/store-faults.ts';

/** What the hub's thread is started with. */
export type HubThreadSettings = {
  readonly settings: HubSettings;
  readonly baseUrl: string;
  readonly databaseUrl: string | undefined;
  /** Where the embedded store lies. */
  readonly file: string;
};

/** A topic of a release on its way to the hub; without a body where that is the same as before. */
export type SentTopic = {
  readonly topic: string;
  readonly mediaType: string;
  readonly body: Pieces | undefined;
};

/** To the hub's thread. A call is answered under its number. */
export type HubCall =
  | {
      readonly type: 'accept';
      readonly call: number;
      readonly intent: Intent;
      readonly client: string;
    }
  | { readonly type: 'status'; readonly call: number }
  | { readonly type: 'inspect'; readonly call: number; readonly pair: PairName }
  | {
      readonly type: 'release';
      readonly ordinal: number;
      readonly topics: readonly SentTopic[];
      readonly isTakedown: boolean;
    }
  /** What failed is tried again. */
  | { readonly type: 'retry' }
  | { readonly type: 'stop' };

/** From the hub's thread. */
export type HubMessage =
  /** The store is open: calls are answered, releases are taken. */
  | { readonly type: 'ready' }
  /** The store does not work; whatever failed waits until it is to be tried again. */
  | ({ readonly type: 'fault' } & StoreFault)
  /** All that had failed works. */
  | { readonly type: 'recovered' }
  | { readonly type: 'accepted'; readonly call: number; readonly acceptance: Acceptance }
  | { readonly type: 'status'; readonly call: number; readonly status: HubStatus }
  | { readonly type: 'inspected'; readonly call: number; readonly state: PairState | undefined }
  | { readonly type: 'failed'; readonly call: number; readonly message: string }
  | {
      readonly type: 'log';
      readonly level: Parameters<HubLog>[0];
      readonly message: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };

/** Knows which topics the hub's thread holds: those that did not change are sent without a body. */
export class SentTopics {
  /** Their tags, by path. */
  readonly #sent = new Map<string, string>();
  /** Reviews that were removed by then; undefined where the thread holds nothing. */
  #removed: ReadonlySet<string> | undefined;

  /** The topics of a release, with the memory that is transferred along, and whether a review is gone. */
  handOver(release: Release) {
    const transferred: ArrayBuffer[] = [];
    const handOver = (piece: Uint8Array): Uint8Array => {
      // Blocks of reviews are memory that threads share (review-records.ts).
      if (piece.buffer instanceof SharedArrayBuffer) return piece;
      // A copy is transferred, as the body itself is still served.
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
    const before = this.#removed;
    this.#removed = new Set([...release.removed.map(({ id }) => id), ...release.removedAlone]);
    const isTakedown = before !== undefined && !this.#removed.isSubsetOf(before);
    return { topics, transferred, isTakedown };
  }

  /** The thread has ended: the next one holds nothing. */
  forget(): void {
    this.#sent.clear();
    this.#removed = undefined;
  }
}
