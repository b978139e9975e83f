import { execFileSync } from 'node:child_process';

/** The ids of the processes whose command line holds a text, such as the path of a folder. */
export function processesWith(text: string): number[] {
  const listed = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((line) => line.includes(text))
    .map((line) => Number.parseInt(line, 10));
}
