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

/** Starts a PostgreSQL server, whose data are gone after the test. */
export async function startPostgres(lifetime: Lifetime) {
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
  return {
    url,
    /** At once, as in a crash. */
    stop,
    /** On the same port and data. */
    start,
    /** A new and empty one; resolves to its URL. */
    createDatabase: async (): Promise<string> => {
      const name = `testimony_test_${randomUUID().replaceAll('-', '')}`;
      const client = new Client({ connectionString: url });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return Object.assign(new URL(url), { pathname: `/${name}` }).href;
    },
  };
}
