import { randomBytes } from 'node:crypto';
import { progress } from '@clack/prompts';
import { readEnvironment } from '../../sidecar/config/config.ts';
import { type Progress, runImport } from './import.ts';

/** A bar on the terminal. Every hundredth file moves it: writing is quick, drawing is not. */
function startProgress(total: number): Progress {
  const bar = progress({ max: total });
  const step = Math.max(1, Math.floor(total / 100));
  let written = 0;
  bar.start('Writing reviews');
  return {
    advance: () => {
      if (++written % step === 0) bar.advance(step, `Writing reviews: ${written} of ${total}`);
    },
    stop: (message) => bar.stop(message),
  };
}

process.exitCode = await runImport(process.argv.slice(2), {
  now: new Date(),
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  readEnvironment,
  createSecret: () => randomBytes(32).toString('base64url'),
  startProgress: process.stdout.isTTY ? startProgress : undefined,
});
