import { main } from './command.ts';
import { COMMANDS } from './commands.ts';

/** Runs the command that the first argument names: `node scripts/main.ts verify --all-pending`. */
const [name = '', ...args] = process.argv.slice(2);
const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (load) await main(await load(), args);
else {
  const names = Object.keys(COMMANDS).join(', ');
  process.stderr.write(`There is no command "${name}"; the commands are ${names}.\n`);
  process.exitCode = 2;
}
