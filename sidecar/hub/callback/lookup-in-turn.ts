import type { LookupAddress } from 'node:dns';

type Lookup = (name: string) => Promise<readonly LookupAddress[]>;

/** Those who wait; more are told to come again. */
export const MAX_WAITING = 20;

/**
 * Makes one lookup at a time. Each may hold one of the process's few threads for as long as a
 * name's servers like; a stranger can have that for a name of theirs, but not for all threads.
 */
export function lookupInTurn(lookup: Lookup): Lookup {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return (name) => {
    if (waiting === MAX_WAITING) {
      const error = new Error('Too many names wait to be looked up.');
      return Promise.reject(Object.assign(error, { code: 'EAI_AGAIN' }));
    }
    waiting += 1;
    const answer = last.then(() => lookup(name));
    last = answer
      .catch(() => {
        // Whoever asked is told; the next has its turn all the same.
      })
      .finally(() => {
        waiting -= 1;
      });
    return answer;
  };
}
