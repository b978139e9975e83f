import { TokenBuckets } from '../../http/token-buckets.ts';
import { networksOf } from '../callback/callback-address.ts';
import type { HubContext } from '../hub-context.ts';
import { MAX_ANSWER_BYTES, VERIFICATION_RATE } from '../hub-settings.ts';
import type { Outcome } from '../store/hub-store.ts';
import type { Claimed, Pending } from '../store/rows.ts';
import { Queue } from './queue.ts';
import { createVerificationParameters } from './requests.ts';
import { afterVerification } from './rules.ts';

type Deps = HubContext & {
  /** Called when a request has taken effect. */
  readonly onConfirmed: () => void;
};

/**
 * Asks callbacks to confirm the requests in their name (WebSub §5.3). Until they agree, nothing
 * changes; a request that a newer one has replaced has no effect whatever the answer.
 */
export function createVerifications(deps: Deps): Queue<Claimed<Pending>> {
  const { settings, store, client, clock, log, onConfirmed } = deps;
  /** The rates for a host and for a network. */
  const hosts = new TokenBuckets(VERIFICATION_RATE);
  const networks = new TokenBuckets(VERIFICATION_RATE);

  const admit = (addresses: readonly string[], now: number): boolean => {
    const keys = networksOf(addresses);
    if (settings.isRateLimited && keys.some((key) => networks.waitFor(key, now) > 0)) return false;
    for (const key of keys) networks.take(key, now);
    return true;
  };

  const verify = async (row: Claimed<Pending>): Promise<Outcome> => {
    const startedAt = clock.now();
    if (settings.isRateLimited && !hosts.take(row.host, startedAt)) {
      return { kind: 'released', nextAt: startedAt + hosts.waitFor(row.host, startedAt) };
    }
    const challenge = deps.createChallenge();
    const parameters = createVerificationParameters(row, challenge);
    const result = await client.get(row.callback, parameters, {
      maxBytes: MAX_ANSWER_BYTES,
      admit: (addresses) => admit(addresses, startedAt),
    });
    const attempt = { result, startedAt, endedAt: clock.now() };
    return afterVerification(row, attempt, { ...settings, challenge });
  };

  return new Queue<Claimed<Pending>>({
    ...deps,
    state: 'pending',
    claim: (request) => {
      // Hosts that were asked too often have no share for now.
      const spent = hosts.empty(request.now).map((host) => [host, request.perHost] as const);
      const inFlight = new Map([...request.inFlight, ...spent]);
      return store.claimVerifications({ ...request, inFlight });
    },
    work: verify,
    onSettled: ({ id: own, activeId, mode, host, topic }, outcome) => {
      // The row of a request to renew or end a subscription is gone by now.
      const fields = { id: activeId ?? own, host, topic };
      if (outcome.kind === 'confirmed') {
        log('info', `a request to ${mode} was verified`, fields);
        onConfirmed();
      } else if (outcome.kind === 'ended') {
        log('debug', `a request to ${mode} was refused`, { ...fields, fault: outcome.fault });
      }
    },
  });
}
