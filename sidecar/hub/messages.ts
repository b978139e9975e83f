import type { MessagePort } from 'node:worker_threads';
import type { HubClient } from './hub-client.ts';
import type { HeldTopic, HubLog } from './hub-context.ts';
import type { HubSettings } from './hub-settings.ts';
import type { StoreFault } from './work/store-faults.ts';

/** What the hub's thread is started with. */
export type HubThreadSettings = {
  readonly settings: HubSettings;
  readonly baseUrl: string;
  readonly databaseUrl: string | undefined;
  /** Where the embedded store lies. */
  readonly file: string;
};

/** The methods of a HubClient, which the thread answers. */
export type HubMethod = Exclude<keyof HubClient, 'isReady'>;
export type HubValue<Method extends HubMethod> = Awaited<ReturnType<HubClient[Method]>>;
export type HubMethods = {
  readonly [One in HubMethod]: (...args: Parameters<HubClient[One]>) => Promise<HubValue<One>>;
};

/** A call of a method. Its answer, and nothing else, comes through the port. */
export type HubCall<Method extends HubMethod = HubMethod> = {
  readonly [One in Method]: {
    readonly type: 'call';
    readonly method: One;
    readonly args: Parameters<HubClient[One]>;
    readonly port: MessagePort;
  };
}[Method];

export type HubAnswer<Method extends HubMethod> =
  | { readonly value: HubValue<Method> }
  | { readonly message: string };

/** A release, whose bodies are memory that threads share. */
type HubRelease = {
  readonly type: 'release';
  readonly ordinal: number;
  readonly topics: readonly Omit<HeldTopic, 'hash'>[];
  /** Whether a review is gone that was in the release before. */
  readonly isTakedown: boolean;
};

/** To the hub's thread. */
export type HubRequest =
  | HubCall
  | HubRelease
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
  | {
      readonly type: 'log';
      readonly level: Parameters<HubLog>[0];
      readonly message: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };
