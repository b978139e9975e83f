import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '../process/process.ts';
import { startControlled } from './control.ts';
import { CONCURRENCY } from './hub.ts';
import { Arrivals } from './tally.ts';

export type Certificate = { readonly certificate: string; readonly key: string };

const run = promisify(execFile);

/** Makes a certificate for 127.0.0.1 that vouches for itself, valid for a day. */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const [certificate, key] = [join(folder, 'subscriber.pem'), join(folder, 'subscriber.key')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  const names = ['-subj', '/CN=subscriber', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-out', certificate, '-keyout', key];
  try {
    await run('openssl', ['req', '-x509', ...kind, ...names, ...files]);
  } catch (cause) {
    const message = 'The benchmark needs openssl, which makes the certificate of its subscribers.';
    throw new Error(message, { cause });
  }
  return { certificate, key };
}

export async function startSubscribers({ certificate, key }: Certificate) {
  const port = await findFreePort();
  const program = await startControlled('run-subscribers.ts', [String(port), certificate, key]);
  return {
    origin: `https://127.0.0.1:${port}`,
    pid: program.pid,
    /** Starts a count of deliveries. Resolves to what had arrived before. */
    expect: async (count: number) => Arrivals.parse(await program.call('expect', { count })),
    /** Waits for the deliveries that were expected. */
    wait: async (milliseconds: number) =>
      Arrivals.parse(await program.call('await', { milliseconds })),
    [Symbol.asyncDispose]: program[Symbol.asyncDispose],
  };
}

type PeerOrder = {
  readonly origin: string;
  readonly count: number;
  readonly headers: Readonly<Record<string, string>>;
};

export async function startPeer(folder: string, certificate: string) {
  const environment = { NODE_EXTRA_CA_CERTS: certificate };
  const program = await startControlled('run-peer.ts', [String(CONCURRENCY)], environment);
  const bodyFile = join(folder, 'body');
  return {
    pid: program.pid,
    send: async (body: Buffer, order: PeerOrder) => {
      writeFileSync(bodyFile, body);
      await program.call('send', { ...order, bodyFile });
    },
    [Symbol.asyncDispose]: program[Symbol.asyncDispose],
  };
}

/** What undici writes by itself, and the signature, which the peer does not make. */
const OWN_HEADERS = new Set(['host', 'connection', 'content-length', 'x-hub-signature']);

export function peerHeaders(
  received: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(received).filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())),
  );
}
