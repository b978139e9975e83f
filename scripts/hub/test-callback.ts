import { isIP } from 'node:net';
import { lengthOf } from '#search/corpus/pieces.ts';
import {
  type Answered,
  isSuccess,
  type Unreached,
} from '../../sidecar/hub/callback/callback-answer.ts';
import type { CallbackClient } from '../../sidecar/hub/callback/callback-client.ts';
import { type CallbackRules, parseCallback } from '../../sidecar/hub/callback/callback-url.ts';
import type { ResolveName } from '../../sidecar/hub/callback/guarded-connect.ts';
import type { SignatureAlgorithm } from '../../sidecar/hub/hub-settings.ts';
import type { HubStore, Subscription } from '../../sidecar/hub/store/hub-store.ts';
import { createNotificationHeaders } from '../../sidecar/hub/work/notification.ts';
import type { TopicContent } from './stored.ts';
import { countOf, type Deps, formatTime, isExpired, topicName } from './words.ts';

export type TrialDeps = {
  readonly store: HubStore;
  readonly client: CallbackClient;
  readonly rules: CallbackRules;
  readonly resolve: ResolveName;
  /** What was last published; empty where nothing was. */
  readonly topics: readonly TopicContent[];
  readonly hubUrl: string;
  readonly algorithm: SignatureAlgorithm;
  readonly monotonic: () => number;
};

/**
 * Does what a delivery does, step by step, and prints the outcome of each. Resolves to whether the
 * callback acknowledged every topic that it is subscribed to. Changes nothing in the store; a
 * callback that has no subscription is sent nothing.
 */
export async function testCallback(
  callback: string,
  parts: TrialDeps,
  { print, baseUrl }: Deps,
): Promise<boolean> {
  const url = parseCallback(callback, parts.rules);
  if ('problem' in url) {
    print(`URL    refused: ${url.problem}`);
    return false;
  }
  print('URL    acceptable');
  if (!(await testName(url.host, parts, print))) return false;

  const subscriptions = await parts.store.listSubscriptions({ callback });
  const now = await parts.store.now();
  if (subscriptions.length === 0) {
    print(
      'Hub    it has no subscription, so nothing was sent to it: only URL and name were tested',
    );
    return false;
  }
  print(`Hub    ${countOf(subscriptions.length, 'subscription')}`);
  let isWell = true;
  for (const subscription of subscriptions) {
    const outcome = await deliver(subscription, now, parts);
    print(`POST   ${topicName(subscription.topic, baseUrl)}: ${outcome.words}`);
    isWell &&= outcome.isWell;
  }
  return isWell;
}

async function testName(
  host: string,
  { rules, resolve }: TrialDeps,
  print: (line: string) => void,
): Promise<boolean> {
  if (isIP(host) !== 0) {
    print('Name   none: the URL has an address, which callbacks may have');
    return true;
  }
  try {
    const addresses = (await resolve(host)).map(({ address }) => address);
    const judged = addresses.map(
      (address) => `${address} ${rules.isAllowed(address) ? '(allowed)' : '(not allowed)'}`,
    );
    const isWell = addresses.length > 0 && addresses.every(rules.isAllowed);
    print(`Name   ${host} is ${judged.join(', ') || 'no address'}`);
    if (!isWell) print('       nothing is sent: every address of a name must be allowed');
    return isWell;
  } catch (error) {
    print(`Name   ${host} cannot be resolved: ${error instanceof Error ? error.message : error}`);
    return false;
  }
}

async function deliver(
  subscription: Subscription,
  now: number,
  { topics, client, hubUrl, algorithm, monotonic }: TrialDeps,
): Promise<{ readonly isWell: boolean; readonly words: string }> {
  const { callback, secret, expiresAt } = subscription;
  const skip = (why: string) => ({ isWell: false, words: `nothing was sent: ${why}` });
  if (isExpired(subscription, now)) return skip(`the lease ended ${formatTime(expiresAt)} UTC`);
  const content = topics.find(({ topic }) => topic === subscription.topic);
  if (!content) return skip('no release on disk holds this topic');
  const facts = { ...content, hubUrl, secret, algorithm };
  const headers = createNotificationHeaders(facts, content.body);
  const startedAt = monotonic();
  const result = await client.post(callback, headers, content.body);
  const ms = Math.round(monotonic() - startedAt);
  const sent = `${countOf(lengthOf(content.body), 'byte')}, ${secret === undefined ? 'not signed' : 'signed'}`;
  return {
    isWell: isAcknowledged(result),
    words: `${sent}: ${describeOutcome(result)} (${ms} ms)`,
  };
}

const FAULTS: Readonly<Record<Unreached['fault'], string>> = {
  address: 'nothing was sent: callbacks may not have its address',
  crowded: 'nothing was sent: too many requests went to its network',
  local: 'nothing was sent: this machine has no network, no name server or no free socket',
  name: 'nothing was sent: its name has no address',
  connection: 'nobody took the connection',
  tls: 'nothing was sent: it has no TLS with a certificate that is valid here',
  response: 'something answered, but not in time, or not with HTTP',
};

function isAcknowledged(result: Answered | Unreached): boolean {
  return result.kind === 'answered' && isSuccess(result);
}

function describeOutcome(result: Answered | Unreached): string {
  if (result.kind === 'unreached') return `${FAULTS[result.fault]} (${result.message})`;
  const { status, retryAfter } = result;
  if (isAcknowledged(result)) return `${status}, acknowledged`;
  if (status >= 300 && status < 400) return `${status}, a failure: redirects are not followed`;
  if (status === 410) return `${status}, which ends the subscription when it answers a delivery`;
  return `${status}, a failure${retryAfter === undefined ? '' : `; Retry-After: ${retryAfter}`}`;
}
