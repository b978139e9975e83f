import { allowClosedPipe, readAndWarn } from '../command.ts';
import { runInsights } from './insights.ts';

allowClosedPipe();
process.exitCode = runInsights(process.argv.slice(2), {
  print: (text) => process.stdout.write(text),
  tell: (line) => process.stderr.write(`${line}\n`),
  readEnvironment: readAndWarn,
});
