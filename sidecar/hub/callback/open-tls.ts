import type { LookupAddress, LookupOptions } from 'node:dns';
import { Socket } from 'node:net';
import { buildConnector } from 'undici';

type LookupCallback = (
  error: Error | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/**
 * Opens a TLS connection to one of these addresses. Returns the socket where it can at once, and
 * calls back when TLS is up or has failed.
 */
export type OpenSocket = (
  options: buildConnector.Options,
  addresses: readonly LookupAddress[],
  callback: buildConnector.Callback,
) => Socket | undefined;

/** Until the next address of a name is tried as well. */
const NEXT_ADDRESS_MS = 1000;

/** A lookup that knows the answer, in both forms that sockets ask for. */
export function answerLookup(addresses: readonly LookupAddress[]) {
  return (_name: string, { all }: LookupOptions, callback: LookupCallback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else if (first) callback(null, first.address, first.family);
    else callback(new Error('There is no address.'), '');
  };
}

/** Certificates are verified whatever the environment says; `ca` replaces the usual authorities. */
export function createOpenTls(ca?: string | Buffer): OpenSocket {
  return (options, addresses, callback) => {
    const connect = buildConnector({
      allowH2: false,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      lookup: answerLookup(addresses),
      // A session that is taken up again would skip the certificate.
      maxCachedSessions: 0,
      rejectUnauthorized: true,
      // The caller's own timeout also covers what comes before.
      timeout: 0,
      ...(ca === undefined ? {} : { ca }),
    });
    // undici's types do not tell that it returns the socket.
    const socket: unknown = connect(options, callback);
    return socket instanceof Socket ? socket : undefined;
  };
}
