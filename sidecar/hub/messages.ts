import type { MessagePort } from 'node:worker_threads';
import type { HubClient } from './hub-client.ts';
import type { HeldTopic, HubLog } from './hub-context.ts';
import type { HubSettings } from './hub-settings.ts';
import type { StoreFault } from './work/store-faults.ts';

/** The start data of the hub's thread. */
export type HubThreadSettings = {
  readonly settings: HubSettings;
  readonly baseUrl: string;
  /** The public origin of the hub. */
  readonly sidecarUrl: string;
  readonly databaseUrl: string | undefined;
  /** The file of the embedded store. */
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
  /** True if a review of the release before is missing. */
  readonly isTakedown: boolean;
};

/** To the hub's thread. */
export type HubRequest =
  | HubCall
  | HubRelease
  /** Failed work is retried. */
  | { readonly type: 'retry' }
  | { readonly type: 'stop' };

/** From the hub's thread. */
export type HubMessage =
  /** The store is open: calls are answered, releases are taken. */
  | { readonly type: 'ready' }
  /** The store does not work; failed work waits until it is to be retried. */
  | ({ readonly type: 'fault' } & StoreFault)
  /** All failed work has succeeded. */
  | { readonly type: 'recovered' }
  | { readonly type: 'log'; readonly line: Required<Parameters<HubLog>> };
