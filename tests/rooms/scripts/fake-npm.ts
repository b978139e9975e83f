import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createFolder } from '../../support/content-folder.ts';
import type { Lifetime } from '../../support/lifetime.ts';

/** An npm that writes down how it is called. */
type FakeNpm = {
  /** A PATH on which it comes first. */
  readonly path: string;
  /** The command lines that it was called with, and their folders. */
  readonly calls: () => readonly { readonly args: string; readonly cwd: string }[];
};

/** Puts an npm on a PATH that does what a line for a shell says, such as `exit 1`. */
export function fakeNpm(lifetime: Lifetime, line = ':'): FakeNpm {
  const folder = createFolder(lifetime);
  const [program, record] = [join(folder, 'npm'), join(folder, 'calls')];
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\t%s\\n' "$*" "$PWD" >> '${record}'\n${line}\n`);
  chmodSync(program, 0o755);
  return {
    path: [folder, process.env.PATH].join(delimiter),
    calls: () => {
      const lines = existsSync(record) ? readFileSync(record, 'utf8').trimEnd().split('\n') : [];
      return lines.map((call) => {
        const [args = '', cwd = ''] = call.split('\t');
        return { args, cwd };
      });
    },
  };
}
