import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { play } from './play.ts';

/** Where what the service answers is recorded. */
const FOLDER = join(import.meta.dirname, 'transcripts');

const ends: (() => void | Promise<void>)[] = [];
const files = await play({ after: (end) => void ends.push(end) });
for (const end of ends) await end();
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(join(FOLDER, 'bodies'), { recursive: true });
for (const [name, text] of files) writeFileSync(join(FOLDER, name), text);
console.log(
  `${files.size} files in tests/contract/transcripts are written; git diff shows what changed.`,
);
