import { type Fault, refuseKey } from './describe-issue.ts';

/** A record of zod, whose keys are free, drops this one without a word. */
const UNSEEN_KEY = '__proto__';

/** Whether a text may hold it, also written with escapes; hardly any does. */
export function mayHoldUnseenKey(text: string): boolean {
  return text.includes(UNSEEN_KEY) || text.includes('\\');
}

/** Refuses that key wherever a value has it and no fault that is told already concerns it. */
export function findUnseenKeys(value: unknown, told: readonly Fault[]): Fault[] {
  const known = new Set(told.map(({ path }) => JSON.stringify(path)));
  return pathsOf(value, [])
    .filter((path) => !known.has(JSON.stringify(path)))
    .map((path) => refuseKey(path));
}

function pathsOf(value: unknown, path: readonly PropertyKey[]): (readonly PropertyKey[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((key) => {
    const own = [...path, Array.isArray(value) ? Number(key) : key];
    return [...(key === UNSEEN_KEY ? [own] : []), ...pathsOf(Reflect.get(value, key), own)];
  });
}
