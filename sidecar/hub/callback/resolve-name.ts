import { type LookupAddress, promises } from 'node:dns';
import { SerialQueue } from '#dataset/serial-queue.ts';

/** Finds all addresses of a name. Rejects where it has none or none can be asked. */
export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>;

/** Maximum names that wait for the machine's own lookup; others fail, and are tried again. */
export const MAX_WAITING = 20;

/** What names are asked of. */
export type NameSources = {
  readonly resolve4: (name: string) => Promise<readonly string[]>;
  readonly resolve6: (name: string) => Promise<readonly string[]>;
  /** The machine's own way: also its hosts file. */
  readonly lookup: (name: string) => Promise<readonly LookupAddress[]>;
};

/** Milliseconds until a name server is asked again, and how often it is asked. */
const RESOLVER = { timeout: 3000, tries: 2 };
/** No such name, no such record, nobody to ask: the hosts file may know more. */
const LOOKUP_MAY_KNOW = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

/** Each question reads the machine's name servers again, so that a change of them is noticed. */
const systemSources: NameSources = {
  resolve4: (name) => new promises.Resolver(RESOLVER).resolve4(name),
  resolve6: (name) => new promises.Resolver(RESOLVER).resolve6(name),
  lookup: (name) => promises.lookup(name, { all: true }),
};

function mayLookupKnow(error: unknown) {
  return error instanceof Error && 'code' in error && LOOKUP_MAY_KNOW.has(String(error.code));
}

async function resolveOnce(name: string, { resolve4, resolve6, lookup }: NameSources) {
  const [v4, v6] = await Promise.allSettled([resolve4(name), resolve6(name)]);
  const found = [
    ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 })),
    ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 })),
  ];
  if (found.length > 0) return found;
  for (const answer of [v4, v6]) {
    if (answer.status === 'rejected' && !mayLookupKnow(answer.reason)) throw answer.reason;
  }
  return lookup(name);
}

/**
 * Asks the name servers directly. The lookup that Node's sockets do holds one of a few threads for
 * as long as a name's servers are silent, so that one hostile name would delay all others; here it
 * is used only where the name servers answered that they do not know, or where there are none.
 * Concurrent questions for one name share an answer.
 */
export function createResolveName(sources: NameSources = systemSources): ResolveName {
  const inTurn = { ...sources, lookup: oneAtATime(sources.lookup) };
  // At most as many as there are requests in flight.
  const pending = new Map<string, Promise<readonly LookupAddress[]>>();
  return (name) => {
    const shared = pending.get(name);
    if (shared !== undefined) return shared;
    const answer = resolveOnce(name, inTurn).finally(() => pending.delete(name));
    pending.set(name, answer);
    return answer;
  };
}

/**
 * Makes one lookup at a time. Each may hold one of the process's few threads for as long as a
 * name's servers like; a stranger can have that for a name of theirs, but not for all threads.
 */
function oneAtATime(lookup: NameSources['lookup']): NameSources['lookup'] {
  const queue = new SerialQueue();
  return async (name) => {
    if (queue.length < MAX_WAITING) return queue.run(() => lookup(name));
    const error = new Error('Too many names wait to be looked up.');
    throw Object.assign(error, { code: 'EAI_AGAIN' });
  };
}
