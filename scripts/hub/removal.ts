import { isIP } from 'node:net';
import { meantBy } from '../../sidecar/hub/callback/callback-address.ts';
import { hostIn } from '../../sidecar/hub/callback/callback-url.ts';
import type { HubStore } from '../../sidecar/hub/store/hub-store.ts';
import { CommandError, type Outcome } from '../command.ts';
import type { Hub, HubCall } from './hub.ts';
import { filterOf, unknownTo } from './row-filter.ts';
import { countOf } from './words.ts';

type Ends = Awaited<ReturnType<HubStore['end']>>;

/** Describes the number of ended rows, and if subscribers with a lease are notified. */
function describeEnds({ subscriptions, requests }: Ends, isSilent: boolean): string {
  const ends = `${countOf(subscriptions, 'subscription')} and ${countOf(requests, 'request')} ended.`;
  const notices = isSilent
    ? 'No callback is notified.'
    : 'Within a minute, the service notifies each callback (hub.mode=denied), repeatedly until it answers or its lease would have ended.';
  return subscriptions === 0 ? ends : `${ends} ${notices}`;
}

/** Ends the subscriptions and requests of a callback, or one of them. */
export async function removeRows(hub: Hub, call: HubCall): Promise<Outcome> {
  const { silently } = call.flags;
  const end = { reason: 'removed', isNotified: !silently } as const;
  const ends = await hub.store.end(filterOf(call, hub.baseUrl), end, hub.now);
  if (ends.subscriptions + ends.requests === 0) throw unknownTo(call);
  const next = 'It may subscribe again; block HOST keeps a host out.';
  return { lines: [describeEnds(ends, silently), next] };
}

/** Blocks a host and all below it, and ends their subscriptions. */
export async function blockHost(
  { store, now }: Hub,
  { argument, flags }: HubCall,
): Promise<Outcome> {
  const host = readHost(argument);
  // First, so that none is added meanwhile.
  await store.block(host, now);
  const ends = await store.end({ host }, { reason: 'blocked', isNotified: !flags.silently }, now);
  const below = isIP(host) === 0 ? ', and so are all hosts below it' : '';
  return { lines: [`${host} is blocked${below}.`, describeEnds(ends, flags.silently)] };
}

/** Lets a host subscribe again. */
export async function unblockHost({ store }: Hub, { argument }: HubCall): Promise<Outcome> {
  const host = readHost(argument);
  if (await store.unblock(host)) {
    return { lines: [`${host} may subscribe again. Ended subscriptions stay ended.`] };
  }
  throw new CommandError(
    `${host} is not blocked (list --blocked shows the blocked hosts). If a host above it is blocked, unblock that.`,
  );
}

const NAME = /^[^\s/:@?#*%.]+(?:\.[^\s/:@?#*%.]+)+$/;

/**
 * Reads a host as subscriptions store it: a name of at least two labels in lower case, without the
 * dot of the root, or an address without brackets, as IPv4 if it stands for one.
 */
function readHost(text: string): string {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const url = URL.parse(`https://${isIP(bare) === 6 ? `[${bare}]` : bare}`);
  if (!url || !(isIP(bare) !== 0 || NAME.test(bare))) {
    throw new CommandError(
      `"${text}" is not a complete host. Name one such as subscriber.example, which covers all hosts below it, or an address.`,
    );
  }
  return meantBy(hostIn(url));
}
