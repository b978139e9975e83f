import { readEnvironment } from '../sidecar/config/config.ts';
import { runInsights } from './insights/insights.ts';

// A reader such as `head` may close the pipe early; that is no failure of the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = runInsights(process.argv.slice(2), {
  print: (text) => process.stdout.write(text),
  tell: (line) => process.stderr.write(`${line}\n`),
  readEnvironment,
});
