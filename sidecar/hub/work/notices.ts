import type { HubContext } from '../hub-context.ts';
import type { Outcome } from '../store/hub-store.ts';
import type { Claimed, Ended } from '../store/rows.ts';
import { Queue } from './queue.ts';
import { createNoticeParameters } from './requests.ts';
import { afterNotice } from './rules.ts';

/**
 * Notifies callbacks that their subscriptions have ended (WebSub §5.2), until they answer. Notices
 * have slots of their own, and are not part of the limits of verifications.
 */
export function createNotices(deps: HubContext): Queue<Claimed<Ended>> {
  const { settings, store, client, clock, log, random } = deps;
  const send = async (row: Claimed<Ended>): Promise<Outcome> => {
    const startedAt = clock.now();
    const result = await client.get(row.callback, createNoticeParameters(row), { maxBytes: 0 });
    return afterNotice(row, { result, startedAt, endedAt: clock.now() }, { ...settings, random });
  };
  return new Queue<Claimed<Ended>>({
    ...deps,
    state: 'ended',
    claim: (request) => store.claimNotices(request),
    work: send,
    onSettled: ({ id, host, topic }, outcome) => {
      if (outcome.kind !== 'notified') return;
      log('info', 'a callback was notified that its subscription has ended', { id, host, topic });
    },
  });
}
