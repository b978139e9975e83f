import { randomUUID } from 'node:crypto';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { importPeer, installPeer } from '../../scripts/peers/peers.ts';
import { atEnd } from './at-end.ts';
import { createFolder } from './content-folder.ts';
import type { Lifetime } from './lifetime.ts';
import { freePort } from './service.ts';

const PASSWORD = 'not-to-be-shown';
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '32MB',
  fsync: 'off',
  full_page_writes: 'off',
};

/** A PostgreSQL server for tests. */
export type TestPostgres = {
  readonly url: string;
  /** A new and empty one; resolves to its URL. */
  readonly createDatabase: () => Promise<string>;
  /** Whether the server is ours to stop. */
  readonly isOurs: boolean;
  /** At once, as in a crash. */
  readonly stop: () => Promise<void>;
  /** Again, on the same port and data. */
  readonly start: () => Promise<void>;
};

/** Starts a server of its own, or takes the one of DATABASE_URL, in databases of its own. */
export async function startPostgres(lifetime: Lifetime): Promise<TestPostgres> {
  const url = process.env.DATABASE_URL;
  if (url) return { ...withDatabases(url, lifetime), isOurs: false, stop: refuse, start: refuse };
  installPeer('postgres', (line) => process.stderr.write(`${line}\n`));
  const { default: EmbeddedPostgres } = await importPeer('postgres');
  const folder = createFolder(lifetime);
  // The server runs as a user of its own where we are root.
  chmodSync(folder, 0o755);
  const [data, port] = [join(folder, 'data'), await freePort()];
  const postgres = new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: 'postgres',
    password: PASSWORD,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: Object.entries(SETTINGS).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    onLog: () => {},
    onError: () => {},
  });
  const stop = async () => {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const stopped = postgres.stop();
    process.kill(pid, 'SIGQUIT');
    await stopped;
  };
  let isRunning = false;
  atEnd(lifetime, async () => {
    if (isRunning) await stop();
  });
  await postgres.initialise();
  await postgres.start();
  isRunning = true;
  return {
    ...withDatabases(`postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`),
    isOurs: true,
    stop: async () => {
      isRunning = false;
      await stop();
    },
    start: async () => {
      await postgres.start();
      isRunning = true;
    },
  };
}

function withDatabases(
  url: string,
  lifetime?: Lifetime,
): Pick<TestPostgres, 'url' | 'createDatabase'> {
  const createDatabase = async () => {
    const name = `testimony_test_${randomUUID().replaceAll('-', '')}`;
    await execute(url, `CREATE DATABASE ${name}`);
    if (lifetime) atEnd(lifetime, () => execute(url, `DROP DATABASE ${name} WITH (FORCE)`));
    const own = new URL(url);
    own.pathname = `/${name}`;
    return own.href;
  };
  return { url, createDatabase };
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function refuse(): Promise<void> {
  throw new Error('This server is not ours to stop. Run the test without DATABASE_URL.');
}
