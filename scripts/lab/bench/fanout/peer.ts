import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startControlled } from './control.ts';
import { CONCURRENCY } from './hub-sidecar.ts';
import type { Sender } from './rounds.ts';

/** What the peer posts, and to how many. */
export type PeerOrder = {
  readonly origin: string;
  readonly count: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: () => Promise<Buffer>;
};

/** undici in a bare loop, in a process of its own. */
export type Peer = AsyncDisposable & {
  readonly pid: number;
  readonly sender: (order: PeerOrder) => Sender;
};

/** What undici writes by itself, and the signature, which the peer does not make. */
const OWN_HEADERS = new Set(['host', 'connection', 'content-length', 'x-hub-signature']);

export async function startPeer(folder: string, certificate: string): Promise<Peer> {
  const environment = { NODE_EXTRA_CA_CERTS: certificate };
  const program = await startControlled('run-peer.ts', [String(CONCURRENCY)], environment);
  const { pid } = program.child;
  const bodyFile = join(folder, 'body');
  return {
    pid,
    sender: ({ body, ...order }) => ({
      pid,
      start: async () => {
        writeFileSync(bodyFile, await body());
        await program.call('send', { ...order, bodyFile });
      },
      body,
    }),
    [Symbol.asyncDispose]: program[Symbol.asyncDispose],
  };
}

/** The headers of a delivery of the hub, as far as the peer is to send them too. */
export function peerHeaders(
  received: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(received).filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())),
  );
}
