import { randomUUID } from 'node:crypto';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { importPeer, installPeer } from '../../../scripts/peers/peers.ts';
import { createFolder } from '../../support/content-folder.ts';
import { atEnd, type Lifetime } from '../../support/lifetime.ts';
import { freePort } from '../../support/service.ts';

const PASSWORD = 'not-to-be-shown';
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '32MB',
  fsync: 'off',
  full_page_writes: 'off',
};

/** A PostgreSQL server for tests: one of its own, or that of DATABASE_URL, in databases of its own. */
export async function startPostgres(lifetime: Lifetime) {
  const given = process.env.DATABASE_URL;
  const server = given
    ? { url: given, isOurs: false, stop: refuse, start: refuse }
    : await startServer(lifetime);
  const { url, isOurs } = server;
  return {
    /** `isOurs`: to stop, at once, as in a crash, and to start again, on the same port and data. */
    ...server,
    /** A new and empty one; resolves to its URL. */
    createDatabase: async (): Promise<string> => {
      const name = `testimony_test_${randomUUID().replaceAll('-', '')}`;
      await execute(url, `CREATE DATABASE ${name}`);
      if (!isOurs) atEnd(lifetime, () => execute(url, `DROP DATABASE ${name} WITH (FORCE)`));
      return Object.assign(new URL(url), { pathname: `/${name}` }).href;
    },
  };
}

async function startServer(lifetime: Lifetime) {
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
  let isRunning = false;
  const start = async () => {
    await postgres.start();
    isRunning = true;
  };
  const stop = async () => {
    if (!isRunning) return;
    isRunning = false;
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const stopped = postgres.stop();
    process.kill(pid, 'SIGQUIT');
    await stopped;
  };
  atEnd(lifetime, stop);
  await postgres.initialise();
  await start();
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  return { url, isOurs: true, stop, start };
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
