import crypto, { createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { threadName } from 'node:worker_threads';

/*
 * Loaded before the service in each of its processes and threads, so that it says the same in every
 * run: it is always the same instant, and chance is a sequence that depends on the thread alone.
 */
const INSTANT = Date.parse('2026-12-01T09:00:00Z');

globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [INSTANT] : args, newTarget),
  get: (target, name) => (name === 'now' ? () => INSTANT : Reflect.get(target, name)),
});

/** The name under which the chance of the publisher is recorded. */
const thread = threadName === 'publisher' ? 'rebuild' : threadName;

/** Numbers that look random, of a source with a name. */
function sequence(name: string): (size: number) => Buffer {
  let count = 0;
  return (size) =>
    createHash('shake256', { outputLength: size }).update(`${thread} ${name} ${count++}`).digest();
}

const nextNumber = sequence('Math.random');
Math.random = () => nextNumber(4).readUInt32LE() / 2 ** 32;
Object.assign(crypto, { randomBytes: sequence('randomBytes') });
syncBuiltinESMExports();
