import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(import.meta.dirname, '../..');

export type Service = { readonly url: string; readonly stop: () => Promise<void> };

/** Starts the sidecar on a free port with a release of its own, and waits until it serves it. */
export async function startService(contentDir = 'content'): Promise<Service> {
  return start({ CONTENT_DIR: contentDir }, ({ url }) =>
    typeof url === 'string' ? url : undefined,
  );
}

/** Starts a sidecar that waits for its first release, and waits until it listens. */
export async function startWaiting(): Promise<Service> {
  return start({ WATCH: 'release' }, ({ port }) =>
    typeof port === 'number' ? `http://127.0.0.1:${port}` : undefined,
  );
}

/** Starts the sidecar and waits for a line of its log that tells its address. */
async function start(
  env: Readonly<Record<string, string>>,
  urlIn: (line: Readonly<Record<string, unknown>>) => string | undefined,
): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'testimony-e2e-'));
  const child = spawn(process.execPath, ['sidecar/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: '0',
      BASE_URL: '',
      OUT_DIR: join(folder, 'dist'),
      STATE_DIR: join(folder, 'state'),
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true });
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const url = urlIn(JSON.parse(line));
    if (url !== undefined) {
      child.stdout.resume();
      return { url, stop };
    }
  }
  await stop();
  throw new Error('The sidecar ended before it served anything; its message stands above.');
}
