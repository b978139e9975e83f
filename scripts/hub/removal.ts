import { isIP } from 'node:net';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { hostIn, meantBy } from '../../sidecar/hub/callback/callback-url.ts';
import { CommandError, type Outcome } from '../command.ts';
import type { Hub, HubCall } from './hub.ts';
import { countOf, formatTime, refuseUnknown, toJson, topicName, topicNamed } from './words.ts';

/** Whether who had the lease hears of its end, and how. */
function describeNotices(silently: boolean, isOne: boolean): string {
  if (silently) return isOne ? 'The callback is not notified.' : 'No callback is notified.';
  return isOne
    ? 'Within half a minute the service notifies the callback (hub.mode=denied), until it answers or its lease would have ended.'
    : 'Within half a minute the service notifies the callbacks (hub.mode=denied), until they answer or their leases would have ended.';
}

/** Ends the subscriptions of a callback, or the one to a topic, and says which they were. */
export async function removeCallback(
  hub: Hub,
  { argument: callback, flags }: HubCall,
): Promise<Outcome> {
  const { store, now, baseUrl } = hub;
  const { topic, silently, block } = flags;
  // Checked before anything ends.
  const host = block === undefined ? undefined : readHost(block, 'remove --block');
  if (callback === '') return { lines: await keepOut(hub, host ?? '', silently) };
  const filter = { callback, ...(topic !== undefined && { topic: topicNamed(topic, baseUrl) }) };
  const found = await store.listSubscriptions(filter);
  const end = { reason: 'removed', isNotified: !silently } as const;
  const { subscriptions, requests } = await store.endRows(filter, end, now);
  if (subscriptions + requests === 0) throw await refuseUnknown(store, filter, baseUrl);
  return {
    lines: [
      ...found.map((one) => `Removed the subscription to ${topicName(one.topic, baseUrl)}.`),
      ...(requests > 0
        ? [`Removed ${countOf(requests, 'request')} that had yet to be verified.`]
        : []),
      ...(subscriptions > 0 ? [describeNotices(silently, true)] : []),
      ...(host === undefined
        ? ['It may subscribe again; block HOST keeps a host out.']
        : await keepOut(hub, host, silently)),
    ],
  };
}

export async function blockHost(hub: Hub, { argument, flags }: HubCall): Promise<Outcome> {
  return { lines: await keepOut(hub, readHost(argument, 'block'), flags.silently) };
}

async function keepOut({ store, now }: Hub, host: string, silently: boolean): Promise<string[]> {
  // First, so that none is added meanwhile.
  const isNew = await store.block(host, now);
  const end = { reason: 'blocked', isNotified: !silently } as const;
  const { subscriptions, requests } = await store.endRows({ host }, end, now);
  const refused =
    isIP(host) === 0
      ? `${host} and all hosts below it are blocked: what they ask for is refused.`
      : `${host} is blocked, but not names that lead to it.`;
  const ends = `${countOf(subscriptions, 'subscription')} and ${countOf(requests, 'request')} ended.`;
  return [
    isNew ? refused : `${host} was blocked already.`,
    subscriptions > 0 ? `${ends} ${describeNotices(silently, false)}` : ends,
  ];
}

export async function unblockHost({ store }: Hub, { argument }: HubCall): Promise<Outcome> {
  const host = readHost(argument, 'unblock');
  if (await store.unblock(host)) {
    return { lines: [`${host} may subscribe again. What had ended stays ended.`] };
  }
  const blocked = (await store.listBlocked()).map((one) => one.host);
  const above = blocked.find((one) => host.endsWith(`.${one}`));
  throw new CommandError(
    above === undefined
      ? `${host} is not blocked${didYouMean(host, blocked)}; blocked shows which are.`
      : `${host} is not blocked itself, but ${above} is, with all hosts below it; unblock that.`,
  );
}

export async function listBlocked({ store }: Hub): Promise<Outcome> {
  const blocked = await store.listBlocked();
  const width = Math.max(...blocked.map(({ host }) => host.length));
  const addresses = blocked.filter(({ host }) => isIP(host) !== 0).length;
  const names = blocked.length - addresses;
  const below = names === 0 ? '' : `, with all below ${names === 1 ? 'it' : 'them'}`;
  const counts = [
    ...(names > 0 || addresses === 0 ? [`${countOf(names, 'host')} blocked${below}`] : []),
    ...(addresses > 0 ? [`${countOf(addresses, 'address', 'addresses')} blocked`] : []),
  ];
  return {
    lines: [
      ...blocked.map(
        ({ host, blockedAt }) => `${host.padEnd(width)}  since ${formatTime(blockedAt)} UTC`,
      ),
      counts.join('; '),
    ],
    data: blocked.map(toJson),
  };
}

/**
 * A host as subscriptions have it: a name of at least two labels in lower case, without the dot of
 * the root, or an address without brackets, as IPv4 where it means that. Whatever else a person may
 * have meant is refused with the host that it has.
 */
function readHost(text: string, command: string): string {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const isAddress = isIP(bare) !== 0;
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
    ? text
    : `https://${isIP(text) === 6 ? `[${text}]` : text}`;
  const parsed = URL.parse(url);
  const host = parsed ? meantBy(hostIn(parsed)) : '';
  const isHost = isIP(host) !== 0 || /^[^.*%\s]+(?:\.[^.*%\s]+)+$/.test(host);
  if (isHost && (isAddress || bare.toLowerCase() === host)) return host;
  // The call is right, and how it is written would hide what is wrong with the host.
  if (/^[^./:]+\.?$/.test(text)) {
    throw new CommandError(
      `"${text}" is not a whole host: it would cover every name that ends so. Name a host such as subscriber.example.`,
    );
  }
  const [, below = ''] = /^\*\.(.+)$/.exec(text) ?? [];
  const meant = isHost ? host : below;
  const advice = meant === '' ? 'name one such as subscriber.example' : `write ${command} ${meant}`;
  const covers = isIP(meant) === 0 ? ' All hosts below it are covered.' : '';
  throw new CommandError(`"${text}" is not a host; ${advice}.${covers}`);
}
