import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasWrk, runWrk, WRK_NOTE, WRK_SUMMARY } from '../load/wrk.ts';
import { type Call, FIRST_ID, requestTextOf } from './call.ts';
import type { CallGenerator } from './load-calls.ts';

/** wrk, with one thread; undefined where it is not installed. Its script lies in the folder. */
export async function findWrkForCalls(folder: string): Promise<CallGenerator | undefined> {
  if (!(await hasWrk())) return undefined;
  const script = join(folder, 'calls.lua');
  return {
    note: WRK_NOTE,
    run: ({ url, calls, connections, seconds }) => {
      writeFileSync(script, scriptFor(url, calls));
      return runWrk({ url, script, connections, seconds });
    },
  };
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
${WRK_SUMMARY}`;
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
