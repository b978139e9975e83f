import { ask, findDifference, headersMissingIn } from '../load/ask.ts';
import type { Contender, Outcome } from '../rounds.ts';
import { serveNginx } from '../server/serve-nginx.ts';
import { serveExpress } from '../server/serve-node.ts';
import type { Server } from '../server/server.ts';
import { type StaticSite, siteLike } from '../server/static-site.ts';
import { headersFor, type RequestCase } from './cases.ts';

export type Peer = {
  readonly label: string;
  readonly serve: (folder: string, site: StaticSite) => Promise<Server>;
};

export const NGINX: Peer = {
  label: 'nginx',
  serve: (folder, site) => serveNginx(folder, site, 'default'),
};
export const EXPRESS: Peer = {
  label: 'express.static',
  serve: (_folder, site) => serveExpress(site),
};
export const PEERS: readonly Peer[] = [
  NGINX,
  { label: 'nginx, tuned', serve: (folder, site) => serveNginx(folder, site, 'tuned') },
  EXPRESS,
];

/** The peers that run, ready for one kind of request, and why the others do not. */
type Joined = AsyncDisposable & {
  readonly contenders: readonly Contender[];
  readonly failures: readonly Extract<Outcome, { failure: string }>[];
  readonly notes: readonly string[];
};

/** Starts the peers and sees that each answers as we do. */
export async function joinPeers(
  kind: RequestCase,
  folder: string,
  root: string,
  peers: readonly Peer[],
): Promise<Joined> {
  const resources = new AsyncDisposableStack();
  const site = siteLike(root, kind.answer);
  const contenders: Contender[] = [];
  const failures: Joined['failures'][number][] = [];
  const notes: string[] = [];
  for (const { label, serve } of peers) {
    try {
      const server = resources.use(await serve(folder, site));
      const url = server.origin + kind.peerPath;
      // Only we choose among codings here; peers hold the chosen bytes under a path of their own.
      const headers = kind.peerPath === kind.path ? kind.headers : {};
      const request = { url, headers: await headersFor(url, { ...kind, headers }) };
      const answer = await ask(request);
      const difference = findDifference(kind.answer, answer);
      if (difference !== undefined) throw new Error(difference);
      const missing = headersMissingIn(answer, kind.answer);
      if (missing.length > 0) notes.push(`${kind.label}: ${label} sends no ${missing.join(', ')}.`);
      contenders.push({ label, pid: server.pid, request, answer });
    } catch (error) {
      failures.push({ label, failure: error instanceof Error ? error.message : String(error) });
    }
  }
  return { contenders, failures, notes, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
