import { isIP } from 'node:net';
import { meantBy } from '../../sidecar/hub/callback/callback-address.ts';
import { hostIn } from '../../sidecar/hub/callback/callback-url.ts';
import type { HubStore, RowFilter } from '../../sidecar/hub/store/hub-store.ts';
import { CommandError, type Outcome } from '../command.ts';
import { UsageError } from '../command-line.ts';
import { countOf } from '../printed-text.ts';
import type { HubCall } from './hub.ts';

/** Returns the topic that a person names by its URL or its path. */
export function topicNamed(name: string, baseUrl: string): string {
  return name.startsWith('/') ? baseUrl + name : name;
}

/** Returns the rows that a call names: those of a callback, for one topic or all, or one by its id. */
export function filterOf({ argument, baseUrl, flags: { topic } }: HubCall): RowFilter {
  if (!/^\d+$/.test(argument)) {
    return { callback: argument, topic: topic && topicNamed(topic, baseUrl) };
  }
  if (topic !== undefined) throw new UsageError('An ID has one topic; omit --topic.');
  return { id: Number(argument) };
}

/** Returns the error for an argument without rows. */
export function unknownTo({ argument, flags: { topic } }: HubCall): CommandError {
  const to = topic === undefined ? '' : ` to ${topic}`;
  return new CommandError(
    `There is no subscription or request${to} for ${argument}; npm run hub -- list shows all of them.`,
  );
}

type Ends = Awaited<ReturnType<HubStore['end']>>;

/** Describes the number of ended rows, and if subscribers with a lease are notified. */
function describeEnds({ subscriptions, requests }: Ends, { flags }: HubCall): string {
  const ends = `${countOf(subscriptions, 'subscription')} and ${countOf(requests, 'request')} ended.`;
  if (subscriptions === 0) return ends;
  if (flags.silently) return `${ends} No callback is notified.`;
  return `${ends} Within a minute, the service notifies each callback (hub.mode=denied), repeatedly until it answers or its lease would have ended.`;
}

/** Ends the subscriptions and requests of a callback, or one of them. */
export async function removeRows(call: HubCall): Promise<Outcome> {
  const end = { reason: 'removed', isNotified: !call.flags.silently } as const;
  const ends = await call.store.end(filterOf(call), end, call.now);
  if (ends.subscriptions + ends.requests === 0) throw unknownTo(call);
  const next = 'It may subscribe again; npm run hub -- block HOST keeps a host out.';
  return { lines: [describeEnds(ends, call), next] };
}

/** Blocks a host and all below it, and ends their subscriptions. */
export async function blockHost(call: HubCall): Promise<Outcome> {
  const { store, now, flags } = call;
  const host = readHost(call);
  // First, so that none is added meanwhile.
  await store.block(host, now);
  const ends = await store.end({ host }, { reason: 'blocked', isNotified: !flags.silently }, now);
  const below = isIP(host) === 0 ? ', and so are all hosts below it' : '';
  return { lines: [`${host} is blocked${below}.`, describeEnds(ends, call)] };
}

/** Lets a host subscribe again. */
export async function unblockHost(call: HubCall): Promise<Outcome> {
  const host = readHost(call);
  if (await call.store.unblock(host)) {
    return { lines: [`${host} may subscribe again. Ended subscriptions stay ended.`] };
  }
  throw new CommandError(
    `${host} is not blocked (npm run hub -- list --blocked shows the blocked hosts). If a host above it is blocked, unblock that.`,
  );
}

/**
 * Returns a host as subscriptions store it: a name of at least two labels in lower case, without
 * the dot of the root, or an address without brackets, as IPv4 if it maps one.
 */
function readHost({ argument }: HubCall): string {
  const bare = argument.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const isComplete = isIP(bare) !== 0 || /^[^\s/:@?#*%]+\.[^\s/:@?#*%]+$/.test(bare);
  const url = URL.parse(`https://${isIP(bare) === 6 ? `[${bare}]` : bare}`);
  if (url && isComplete) return meantBy(hostIn(url));
  throw new CommandError(
    `"${argument}" is not a complete host. Name one such as subscriber.example, which includes all hosts below it, or an IP address.`,
  );
}
