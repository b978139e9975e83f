import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Agent, request } from 'undici';
import { atEnd } from '../../../support/at-end.ts';
import { createFolder } from '../../../support/content-folder.ts';
import { REPOSITORY } from '../../../support/run-script.ts';
import { freePort } from '../../../support/service.ts';
import { CA_FILE } from '../../../support/tls.ts';
import { waitUntil } from '../../../support/wait-until.ts';

const SCRIPT = join(REPOSITORY, 'site/public/examples/subscriber.js');
const TLS = join(REPOSITORY, 'tests/fixtures/tls/subscriber');

/** Starts the example as a process, over TLS, and speaks to its callback as a hub does. */
export async function startSubscriber(t: TestContext, topic: string, args: readonly string[] = []) {
  const file = join(createFolder(t), 'copy');
  const callback = `https://127.0.0.1:${await freePort()}/push/2f6c?of=me`;
  const child = spawn(process.execPath, [SCRIPT, ...args], {
    env: {
      TOPIC: topic,
      CALLBACK_URL: callback,
      FILE: file,
      PORT: new URL(callback).port,
      TLS_CERT: `${TLS}.pem`,
      TLS_KEY: `${TLS}.key`,
      NODE_EXTRA_CA_CERTS: CA_FILE,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  const dispatcher = new Agent({ connect: { ca: readFileSync(CA_FILE) } });
  atEnd(t, async () => {
    child.kill();
    await Promise.all([exited, dispatcher.destroy()]);
  });

  const verify = async (parameters: Readonly<Record<string, string>>, url = callback) => {
    const query = new URLSearchParams(parameters);
    const { statusCode, body } = await request(`${url}&${query}`, { dispatcher });
    return { status: statusCode, text: await body.text() };
  };
  const notify = async (body: string | Buffer, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await request(callback, { method: 'POST', headers, body, dispatcher });
    await answer.body.dump();
    return answer.statusCode;
  };
  return {
    callback,
    exited,
    verify,
    notify,
    readCopy: () => readFileSync(file, 'utf8'),
    hasLogged: (text: string) => waitUntil(`the log says ${text}`, () => printed.includes(text)),
  };
}

/** The header of a notification that is signed with a secret. */
export function signed(body: string, secret: string | undefined, method = 'sha256') {
  const signature = createHmac(method, secret ?? '')
    .update(body)
    .digest('hex');
  return { 'X-Hub-Signature': `${method}=${signature}` };
}
