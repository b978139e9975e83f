import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Load } from '../load/load.ts';
import { parseSummary } from '../load/load-wrk.ts';
import { finish, startChild } from '../process/child.ts';
import { type Call, FIRST_ID, requestTextOf } from './call.ts';
import type { CallGenerator, CallLoad } from './load-calls.ts';

const SUMMARY = `
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '\\n{"requests":%d,"microseconds":%d,"bytes":%d,"failures":%d,"p50":%f,"p99":%f}\\n',
    summary.requests, summary.duration, summary.bytes,
    e.connect + e.read + e.write + e.status + e.timeout,
    latency:percentile(50), latency:percentile(99)))
end
`;
const TIMEOUT = '20s';

/** wrk, with one thread; undefined where it is not installed. Its script lies in the folder. */
export async function findWrkForCalls(folder: string): Promise<CallGenerator | undefined> {
  try {
    await using version = await startChild('wrk', ['--version']);
    await version.ended;
  } catch {
    return undefined;
  }
  return {
    note: 'The load came from wrk, with one thread and no pipelining.',
    run: (load) => run(folder, load),
  };
}

async function run(folder: string, { url, calls, connections, seconds }: CallLoad): Promise<Load> {
  const script = join(folder, 'calls.lua');
  writeFileSync(script, scriptFor(url, calls));
  const shape = ['--threads', '1', '--connections', `${connections}`, '--duration', `${seconds}s`];
  const rest = ['--timeout', TIMEOUT, '--script', script, url];
  await using wrk = await startChild('wrk', [...shape, ...rest]);
  return parseSummary(await finish(wrk));
}

/** A script for wrk that makes the calls in turn, each under an id of its own. */
export function scriptFor(url: string, calls: readonly Call[]): string {
  const texts = calls.map((call) => requestTextOf(url, call).map(luaString));
  return `
local before = { ${texts.map(([before]) => before).join(',\n')} }
local after = { ${texts.map(([, after]) => after).join(',\n')} }
local sent = 0
request = function()
  local turn = sent % #before + 1
  sent = sent + 1
  return before[turn] .. string.format("%d", ${FIRST_ID} + sent) .. after[turn]
end
${SUMMARY}`;
}

/** A literal of Lua: all but plain characters by their codes. */
export function luaString(text: string): string {
  const codes = [...Buffer.from(text)].map((byte) =>
    /[\w :/.,{}[\]-]/.test(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : `\\${String(byte).padStart(3, '0')}`,
  );
  return `"${codes.join('')}"`;
}
