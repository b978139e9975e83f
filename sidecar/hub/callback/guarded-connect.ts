import { type LookupAddress, promises } from 'node:dns';
import { existsSync, readFileSync } from 'node:fs';
import { isIP, Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import type { JudgeAddress } from './callback-address.ts';
import { createTimeout, isUnknownName, StepError, type Unreached } from './fault.ts';

/*
 * Connections to callbacks: the addresses of a host are looked up once and judged, and the socket
 * gets exactly these, so that a name cannot change its meaning in between.
 */

/** Finds all addresses of a name. Rejects if it has none or they cannot be looked up. */
export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>;

const withFamily = (address: string): LookupAddress => ({ address, family: isIP(address) });

/** Finds a name in the current hosts file (hosts(5)). */
export function readHosts(file: string, name: string): readonly LookupAddress[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8').toLowerCase() : '';
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim().split(/\s+/));
  const found = lines.filter((line) => line.indexOf(name) > 0);
  return found.map(([address = '']) => withFamily(address)).filter(({ family }) => family !== 0);
}

/** The milliseconds until a name server is asked again, and the number of attempts. */
const RESOLVER = { timeout: 3000, tries: 2 };

/** Each lookup reads the machine's name servers again, so that a change of them is noticed. */
const systemSources = {
  hosts: (name: string) => readHosts('/etc/hosts', name),
  resolve4: (name: string) => new promises.Resolver(RESOLVER).resolve4(name),
  resolve6: (name: string) => new promises.Resolver(RESOLVER).resolve6(name),
};

/** The sources of the addresses of names. */
export type NameSources = typeof systemSources;

/**
 * Asks the hosts file, then the name servers directly. The lookup of Node's sockets occupies one of
 * a few threads while a name's servers are silent, so that one hostile name would delay all others.
 */
export function createResolveName(sources: NameSources = systemSources): ResolveName {
  return async (name) => {
    const local = sources.hosts(name);
    if (local.length > 0) return local;
    const answers = await Promise.allSettled([sources.resolve4(name), sources.resolve6(name)]);
    const found = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (found.length > 0) return found.map(withFamily);
    // A failed lookup of one kind takes precedence over an unknown name of the other.
    const reasons = answers.flatMap((one) => (one.status === 'rejected' ? one.reason : []));
    throw reasons.find((reason) => !isUnknownName(reason)) ?? reasons[0];
  };
}

/** Opens TLS to one of these addresses, and calls back. Returns the socket at once if possible. */
export type OpenSocket = (
  options: buildConnector.Options,
  addresses: readonly LookupAddress[],
  callback: buildConnector.Callback,
) => Socket | undefined;

/** The time until the next address of a name is tried as well. */
const NEXT_ADDRESS_MS = 1000;

/** Certificates are verified whatever the environment says; `ca` replaces the usual authorities. */
export function createOpenTls(ca?: string | Buffer): OpenSocket {
  // Each connection would read the authorities again.
  const secureContext = createSecureContext(ca === undefined ? {} : { ca });
  return (options, addresses, callback) => {
    const connect = buildConnector({
      allowH2: false,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      lookup: (_name, _options, found) => found(null, [...addresses]),
      // A resumed session would skip the certificate.
      maxCachedSessions: 0,
      rejectUnauthorized: true,
      // The caller's own timeout also covers the lookup.
      timeout: 0,
      secureContext,
    });
    // undici's types omit that it returns the socket.
    const socket: unknown = connect(options, callback);
    return socket instanceof Socket ? socket : undefined;
  };
}

/** True if a verification may go to these addresses of one host; counts it. */
export type Admit = (addresses: readonly string[]) => boolean;

export type ConnectionRules = {
  readonly resolve: ResolveName;
  readonly isAllowed: JudgeAddress;
  readonly admit?: Admit | undefined;
  readonly open: OpenSocket;
  /** For the name, TCP and TLS together. */
  readonly timeoutMs: number;
  /** Ends connections in progress. */
  readonly closing?: AbortSignal | undefined;
};

/** Returns the addresses of a host if a connection may go to every one of them. */
async function findAllowed(host: string, rules: ConnectionRules) {
  const { resolve, isAllowed, admit } = rules;
  const found = isIP(host) === 0 ? await resolve(host) : [withFamily(host)];
  const addresses = found.map(({ address }) => address);
  if (found.length === 0) throw new StepError('name');
  if (!addresses.every(isAllowed)) throw new StepError('address');
  if (admit?.(addresses) === false) throw new StepError('crowded');
  return found;
}

/** Connects to a host by judged addresses, none of which may be bad, until the time is up. */
export async function connectGuarded(
  options: buildConnector.Options,
  rules: ConnectionRules,
): Promise<Socket> {
  const { timeoutMs, closing } = rules;
  const opened = Promise.withResolvers<Socket>();
  let step: Unreached['fault'] = 'name';
  let socket: Socket | undefined;
  let isOver = false;
  const end = (error: unknown) => {
    isOver = true;
    socket?.destroy();
    opened.reject(error);
  };
  const open = (addresses: readonly LookupAddress[]) => {
    if (isOver) return;
    step = 'connection';
    socket = rules.open(options, addresses, (error, made) => {
      if (error !== null) end(error);
      else if (isOver) made.destroy();
      else opened.resolve(made);
    });
    socket?.once('connect', () => {
      step = 'tls';
    });
  };
  const close = () => end(closing?.reason);
  const timer = setTimeout(() => end(createTimeout(timeoutMs)), timeoutMs);
  closing?.addEventListener('abort', close);
  try {
    closing?.throwIfAborted();
    findAllowed(options.hostname, rules).then(open).catch(end);
    return await opened.promise;
  } catch (error) {
    throw error instanceof StepError ? error : new StepError(step, error);
  } finally {
    clearTimeout(timer);
    closing?.removeEventListener('abort', close);
  }
}

/** Returns a connector for undici that connects as connectGuarded does. */
export function createGuardedConnect(rules: ConnectionRules): buildConnector.connector {
  return (options, callback) => {
    connectGuarded(options, rules).then(
      (socket) => callback(null, socket),
      (error) => callback(error, null),
    );
  };
}
