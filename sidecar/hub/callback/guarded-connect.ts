import { type LookupAddress, type LookupOptions, promises } from 'node:dns';
import { readFileSync, statSync } from 'node:fs';
import { isIP, Socket } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import type { JudgeAddress } from './callback-url.ts';
import { createTimeout, isUnknownName, StepError, type Unreached } from './fault.ts';

/*
 * Connections to callbacks: the addresses of a host are found once, judged, and the socket gets
 * exactly these, so that a name cannot mean something else in between.
 */

/** Finds all addresses of a name. Rejects where it has none or none can be asked. */
export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>;

/** What names are asked of. */
export type NameSources = {
  readonly hosts: (name: string) => readonly LookupAddress[];
  readonly resolve4: (name: string) => Promise<readonly string[]>;
  readonly resolve6: (name: string) => Promise<readonly string[]>;
};

const withFamily = (address: string): LookupAddress => ({ address, family: isIP(address) });

/** Finds names in a hosts file (hosts(5)), which is read again when it has changed. */
export function createReadHosts(file: string): NameSources['hosts'] {
  let readAt = 0;
  let lines: readonly (readonly string[])[] = [];
  return (name) => {
    const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (changedAt !== readAt) {
      const text = changedAt === 0 ? '' : readFileSync(file, 'utf8').toLowerCase();
      lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim().split(/\s+/));
      readAt = changedAt;
    }
    const found = lines.filter((line) => line.indexOf(name) > 0);
    return found.map(([address = '']) => withFamily(address)).filter(({ family }) => family !== 0);
  };
}

/** Milliseconds until a name server is asked again, and how often it is asked. */
const RESOLVER = { timeout: 3000, tries: 2 };

/** Each question reads the machine's name servers again, so that a change of them is noticed. */
const systemSources: NameSources = {
  hosts: createReadHosts('/etc/hosts'),
  resolve4: (name) => new promises.Resolver(RESOLVER).resolve4(name),
  resolve6: (name) => new promises.Resolver(RESOLVER).resolve6(name),
};

async function resolveOnce(name: string, { resolve4, resolve6 }: NameSources) {
  const [v4, v6] = await Promise.allSettled([resolve4(name), resolve6(name)]);
  const found = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found.map(withFamily);
  // What one of the two could not find out counts before what the other does not know.
  const reasons = [v4, v6].flatMap((answer) => (answer.status === 'rejected' ? answer.reason : []));
  throw reasons.find((reason) => !isUnknownName(reason)) ?? reasons[0];
}

/**
 * Asks the hosts file, then the name servers directly. The lookup that Node's sockets do holds one
 * of a few threads for as long as a name's servers are silent, so that one hostile name would delay
 * all others. Concurrent questions for one name share an answer.
 */
export function createResolveName(sources: NameSources = systemSources): ResolveName {
  // At most as many as there are requests in flight.
  const pending = new Map<string, Promise<readonly LookupAddress[]>>();
  return async (name) => {
    const local = sources.hosts(name);
    if (local.length > 0) return local;
    const shared = pending.get(name);
    if (shared !== undefined) return shared;
    const answer = resolveOnce(name, sources).finally(() => pending.delete(name));
    pending.set(name, answer);
    return answer;
  };
}

/**
 * Opens a TLS connection to one of these addresses. Returns the socket where it can at once, and
 * calls back when TLS is up or has failed.
 */
export type OpenSocket = (
  options: buildConnector.Options,
  addresses: readonly LookupAddress[],
  callback: buildConnector.Callback,
) => Socket | undefined;

type LookupCallback = (
  error: Error | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** Until the next address of a name is tried as well. */
const NEXT_ADDRESS_MS = 1000;

/** A lookup that knows the answer, in both forms that sockets ask for. */
function answerLookup(addresses: readonly LookupAddress[]) {
  return (_name: string, { all }: LookupOptions, callback: LookupCallback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else if (first) callback(null, first.address, first.family);
    else callback(new Error('There is no address.'), '');
  };
}

/** Certificates are verified whatever the environment says; `ca` replaces the usual authorities. */
export function createOpenTls(ca?: string | Buffer): OpenSocket {
  // Each connection would read the authorities again.
  let secureContext: SecureContext | undefined;
  return (options, addresses, callback) => {
    secureContext ??= createSecureContext(ca === undefined ? {} : { ca });
    const connect = buildConnector({
      allowH2: false,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      lookup: answerLookup(addresses),
      // A session that is taken up again would skip the certificate.
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

/** Whether a verification may go to these addresses of one host; counts it. */
export type Admit = (addresses: readonly string[]) => boolean;

export type ConnectionRules = {
  readonly resolve: ResolveName;
  readonly isAllowed: JudgeAddress;
  readonly admit?: Admit | undefined;
  readonly open: OpenSocket;
  /** For the name, TCP and TLS together. */
  readonly timeoutMs: number;
  /** Ends connections that are being made. */
  readonly closing?: AbortSignal | undefined;
};

/** The addresses of a host if a connection may go to every one of them. */
async function findAllowed(host: string, rules: ConnectionRules) {
  const { resolve, isAllowed, admit } = rules;
  const found = isIP(host) === 0 ? await resolve(host) : [withFamily(host)];
  const addresses = found.map(({ address }) => address);
  if (found.length === 0) throw new StepError('name');
  if (!addresses.every(isAllowed)) throw new StepError('address');
  if (admit?.(addresses) === false) throw new StepError('crowded');
  return found;
}

/** A connection that was made, and how long its steps took. */
export type Connection = {
  readonly socket: Socket;
  readonly addresses: readonly LookupAddress[];
  readonly tcpMs: number;
  readonly tlsMs: number;
};

/** Connects to a host by addresses that were judged. One bad address among them refuses all. */
export async function connectGuarded(
  options: buildConnector.Options,
  rules: ConnectionRules,
): Promise<Connection> {
  let step: Unreached['fault'] = 'name';
  let socket: Socket | undefined;
  const work = async (signal: AbortSignal) => {
    const addresses = await findAllowed(options.hostname, rules);
    signal.throwIfAborted();
    step = 'connection';
    const startedAt = performance.now();
    let connectedAt = startedAt;
    const opened = Promise.withResolvers<Socket>();
    socket = rules.open(options, addresses, (error, made) => {
      if (error !== null) opened.reject(error);
      else if (signal.aborted) made.destroy();
      else opened.resolve(made);
    });
    socket?.once('connect', () => {
      step = 'tls';
      connectedAt = performance.now();
    });
    const made = await opened.promise;
    const tcpMs = connectedAt - startedAt;
    return { socket: made, addresses, tcpMs, tlsMs: performance.now() - connectedAt };
  };
  try {
    return await withinTime(rules.timeoutMs, work, rules.closing);
  } catch (error) {
    socket?.destroy();
    throw error instanceof StepError ? error : new StepError(step, error);
  }
}

/** A connector for undici that connects as connectGuarded does. */
export function createGuardedConnect(rules: ConnectionRules): buildConnector.connector {
  return (options, callback) => {
    connectGuarded(options, rules).then(
      ({ socket }) => callback(null, socket),
      (error) => callback(error, null),
    );
  };
}

/**
 * Does work until its time is up or all is closed, and then rejects; by the signal the work frees
 * what it holds.
 */
export async function withinTime<Value>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Value>,
  closing?: AbortSignal,
): Promise<Value> {
  closing?.throwIfAborted();
  const controller = new AbortController();
  const over = Promise.withResolvers<never>();
  const end = (error: unknown) => {
    over.reject(error);
    controller.abort(error);
  };
  const close = () => end(closing?.reason);
  closing?.addEventListener('abort', close);
  const timer = setTimeout(() => end(createTimeout(ms)), ms);
  try {
    // undici looks at a signal only once a request has a connection.
    return await Promise.race([work(controller.signal), over.promise]);
  } finally {
    clearTimeout(timer);
    closing?.removeEventListener('abort', close);
  }
}
