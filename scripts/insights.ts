import { readEnvironment } from '../sidecar/config/config.ts';
import { runInsights } from './insights/insights.ts';
import { allowClosedPipe } from './run-task.ts';

allowClosedPipe();
process.exitCode = runInsights(process.argv.slice(2), {
  print: (text) => process.stdout.write(text),
  tell: (line) => process.stderr.write(`${line}\n`),
  readEnvironment,
});
