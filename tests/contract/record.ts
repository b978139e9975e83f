import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, defineCommand, main } from '../../scripts/command.ts';
import { createLifetime } from '../support/lifetime.ts';
import { BROKEN_OFF, play } from './play.ts';

/** Where what the service answers is recorded. */
const FOLDER = join(import.meta.dirname, 'transcripts');

const command = defineCommand({
  name: 'record',
  about: 'Writes what the service answers into tests/contract/transcripts, for git diff to show.',
  usage: [''],
  flags: {},
  exitCodes: { 0: 'they are written', 1: 'none is written, as one could not go on' },
  async run() {
    const { lifetime, stop } = createLifetime();
    const files = await play(lifetime);
    await stop();
    for (const [name, text] of files) {
      const [, reason] = text.split(`### ${BROKEN_OFF}\n`);
      if (reason) throw new CommandError(`${name} breaks off: ${reason.trim()}`);
    }
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(join(FOLDER, 'bodies'), { recursive: true });
    for (const [name, text] of files) writeFileSync(join(FOLDER, name), text);
    return { lines: [`${files.size} files are written; git diff shows what changed.`] };
  },
});

if (import.meta.main) await main(command);
