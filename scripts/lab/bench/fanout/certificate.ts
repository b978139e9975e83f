import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A server's certificate and its key. */
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
    throw new Error(
      'The benchmark needs openssl, which makes the certificate of its subscribers.',
      {
        cause,
      },
    );
  }
  return { certificate, key };
}
