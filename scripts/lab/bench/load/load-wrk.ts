import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadGenerator } from './load.ts';
import { hasWrk, runWrk, WRK_NOTE, WRK_SUMMARY } from './wrk.ts';

const NEW_HEADS = `
local sent = 0
request = function()
  sent = sent + 1
  wrk.headers["User-Agent"] = "bench/" .. sent
  return wrk.format()
end
`;

/** wrk, with one thread; undefined where it is not installed. Its scripts go into the folder. */
export async function findWrk(folder: string): Promise<LoadGenerator | undefined> {
  if (!(await hasWrk())) return undefined;
  const [same, fresh] = [join(folder, 'same.lua'), join(folder, 'new.lua')];
  writeFileSync(same, WRK_SUMMARY);
  writeFileSync(fresh, NEW_HEADS + WRK_SUMMARY);
  return {
    note: WRK_NOTE,
    run: ({ request, connections, seconds, headsDiffer }) =>
      runWrk({ ...request, script: headsDiffer ? fresh : same, connections, seconds }),
  };
}
