import type { Pieces } from '#search/pieces.ts';
import type { HubStatus } from './hub-door.ts';
import type { HubLog } from './hub-parts.ts';
import type { HubSettings } from './hub-settings.ts';
import type { Acceptance, Intent } from './store/hub-store.ts';
import type { StoreFault } from './store-faults.ts';

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
  | { readonly type: 'accept'; readonly call: number; readonly intent: Intent }
  | { readonly type: 'status'; readonly call: number }
  | { readonly type: 'release'; readonly ordinal: number; readonly topics: readonly SentTopic[] }
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
  | { readonly type: 'failed'; readonly call: number; readonly message: string }
  | {
      readonly type: 'log';
      readonly level: Parameters<HubLog>[0];
      readonly message: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };
