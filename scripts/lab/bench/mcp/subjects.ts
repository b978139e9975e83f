import type { Server } from '../server/server.ts';
import { listCalls } from './call.ts';
import { BARE_DIALECT, type Dialect, STATELESS_DIALECT, sessionDialect } from './dialects.ts';
import type { Caller } from './measure-calls.ts';
import { servePeer } from './peers/serve-peer.ts';
import type { Answered } from './questions.ts';
import { openSessions } from './sessions.ts';

export const OUR_SESSIONS = 'Testimony, sessions';
export const OUR_STATELESS = 'Testimony, 2026-07-28';
export const SDK_SESSIONS = 'SDK, sessions';
export const SDK_EVENTS = 'SDK, sessions, event streams';
export const SDK_STATELESS = 'SDK, 2026-07-28';
export const BARE = 'bare node:http';

/** A server in a process of its own, and the dialects in which it is asked. */
export type Subject = {
  readonly label: string;
  readonly server: Server;
  readonly url: string;
  readonly dialects: readonly Dialect[];
};

/** Where peers find the data. */
export type PeerFiles = { readonly reviews: string; readonly business: string };

/** The sidecar in both eras of the protocol. */
export async function joinOurs(server: Server, sessions: number): Promise<Subject[]> {
  const url = `${server.origin}/mcp`;
  return [
    { label: OUR_SESSIONS, server, url, dialects: await openDialects(url, sessions) },
    { label: OUR_STATELESS, server, url, dialects: [STATELESS_DIALECT] },
  ];
}

/** Starts every peer; they end with the stack. */
export async function joinPeers(
  files: PeerFiles,
  sessions: number,
  stack: AsyncDisposableStack,
): Promise<Subject[]> {
  const serve = async (program: string, isJson = true) => {
    const server = stack.use(await servePeer(program, { ...files, isJson }));
    return { server, url: `${server.origin}/mcp` };
  };
  const json = await serve('run-session-server.ts');
  const events = await serve('run-session-server.ts', false);
  const stateless = await serve('run-stateless-handler.ts');
  const bare = await serve('run-bare.ts');
  return [
    { label: SDK_SESSIONS, ...json, dialects: await openDialects(json.url, sessions) },
    { label: SDK_EVENTS, ...events, dialects: await openDialects(events.url, sessions) },
    { label: SDK_STATELESS, ...stateless, dialects: [STATELESS_DIALECT] },
    { label: BARE, ...bare, dialects: [BARE_DIALECT] },
  ];
}

/** A subject with the calls that it gets. */
export function callerOf(subject: Subject, questions: readonly Answered[]): Caller {
  return { ...subject, calls: listCalls(questions, subject.dialects) };
}

async function openDialects(url: string, sessions: number): Promise<Dialect[]> {
  return (await openSessions(url, sessions)).map(sessionDialect);
}
