import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as elapse } from 'node:timers/promises';
import { parseArgs } from 'node:util';

/** A page build that does what a file says, when it is read: see PageMode. */
const modeFile = process.env.TESTIMONY_TEST_PAGES ?? '';
const mode = () => readFileSync(modeFile, 'utf8').trim();

// Whatever it does, it goes with the service that started it.
process.stdin.once('end', () => process.exit(1)).resume();
process.stdin.unref();

while (mode() === 'hold') await elapse(10);
switch (mode()) {
  case 'real':
    await import('../../scripts/build-pages.ts');
    break;
  case 'tiny':
    await import('./build-tiny-pages.ts');
    break;
  case 'hang':
    process.on('SIGTERM', () => {});
    console.error('It hangs.');
    setInterval(() => {}, 1000);
    break;
  case 'rubbish':
    console.log('{"rendered": "many"}');
    break;
  case 'broken':
    writeFileSync(outFile(), 'This is no pack.');
    console.log('{"rendered":1,"reused":0}');
    break;
  default:
    console.error('The styles are missing; the test asked for it.');
    process.exitCode = 1;
}

function outFile(): string {
  const option = { type: 'string' } as const;
  const options = { release: option, previous: option, out: option, work: option };
  const { values } = parseArgs({ options, strict: false });
  return String(values.out);
}
