import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../fixtures/tls');

/** The authority that processes must trust: the value of NODE_EXTRA_CA_CERTS. */
export const CA_FILE = join(folder, 'ca.pem');

/** A server's certificate and key: one that CA_FILE vouches for, or one that nobody does. */
export function readCertificate(name: 'subscriber' | 'untrusted') {
  return {
    cert: readFileSync(join(folder, `${name}.pem`)),
    key: readFileSync(join(folder, `${name}.key`)),
  };
}
