import type { Service } from './service.ts';
import { waitUntil } from './wait-until.ts';

/**
 * What is told of a rebuild that failed, after so many other lines, once all of it is: the last line
 * says what is served instead.
 */
export async function loggedFailure(
  log: Service['log'],
  code: string,
  from: number,
): Promise<string[]> {
  const lines = () => log.slice(from).filter((line) => line.code === code);
  await waitUntil(`a failure ${code} is logged`, () => {
    const last = lines().at(-1);
    return last && 'ordinal' in last;
  });
  return lines().map(({ msg }) => String(msg));
}
