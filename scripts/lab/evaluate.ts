import { join } from 'node:path';
import { shippedModel } from '#insights/polarity/polarity.ts';
import { allowClosedPipe, readAndWarn } from '../command.ts';
import { runEvaluation } from './evaluate/evaluate.ts';
import { layOutModel } from './train/model.ts';

allowClosedPipe();

const MATERIALS = join(import.meta.dirname, 'train');

process.exitCode = runEvaluation(process.argv.slice(2), layOutModel(shippedModel(), MATERIALS), {
  print: (text) => process.stdout.write(text),
  tell: (line) => process.stderr.write(`${line}\n`),
  readEnvironment: readAndWarn,
  now: () => performance.now(),
});
