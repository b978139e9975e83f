import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { ResolveName } from '../../sidecar/hub/callback/resolve-name.ts';
import { runHub } from '../../sidecar/hub/run-hub.ts';

const Names = z.record(z.string(), z.array(z.string()));

const names = Names.parse(JSON.parse(process.env.TESTIMONY_TEST_NAMES ?? '{}'));
const outage = process.env.TESTIMONY_TEST_OUTAGE ?? '';

const fail = (code: string) => Object.assign(new Error(`This is ${code}.`), { code });

/**
 * Knows the names that the environment gives, and asks nobody. While a file is there it is as on a
 * machine without a network.
 */
const resolve: ResolveName = async (name) => {
  if (existsSync(outage)) throw fail('EAI_AGAIN');
  const addresses = names[name];
  if (addresses === undefined) throw fail('ENOTFOUND');
  return addresses.map((address) => ({ address, family: isIP(address) }));
};

/** The hub's thread with names of a test's own. */
await runHub(workerData, () => {}, resolve);
