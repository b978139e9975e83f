import {
  type Answered,
  isSuccess,
  type Unreached,
} from '../../sidecar/hub/callback/callback-client.ts';

const FAULTS: Readonly<Record<Unreached['fault'], string>> = {
  blocked: 'nothing was sent: callbacks may not have its address',
  crowded: 'nothing was sent: too many requests went to its network',
  local: 'nothing was sent: this machine has no network, no name server or no free socket',
  silent: 'nobody took the connection: an unknown name, no route or nothing that listens',
  broken:
    'something answered, but not in time, not over TLS with a certificate that is valid here, or not with HTTP',
};

/** Whether a delivery with this outcome would count as acknowledged. */
export function isAcknowledged(result: Answered | Unreached): boolean {
  return result.kind === 'answered' && isSuccess(result);
}

/** What became of a delivery, in words. */
export function describeOutcome(result: Answered | Unreached): string {
  if (result.kind === 'unreached') return `${FAULTS[result.fault]} (${result.message})`;
  const { status, retryAfter } = result;
  if (isAcknowledged(result)) return `${status}, acknowledged`;
  if (status >= 300 && status < 400) return `${status}, a failure: redirects are not followed`;
  if (status === 410) return `${status}, which ends the subscription when it answers a delivery`;
  return `${status}, a failure${retryAfter === undefined ? '' : `; Retry-After: ${retryAfter}`}`;
}
