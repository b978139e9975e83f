import { join } from 'node:path';
import { runTraining } from './train/train.ts';

process.exitCode = runTraining(process.argv.slice(2), {
  room: join(import.meta.dirname, '../../site/insights'),
  materials: join(import.meta.dirname, 'train'),
  print: (text) => process.stdout.write(text),
  tell: (line) => process.stderr.write(`${line}\n`),
});
