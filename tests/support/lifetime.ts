/** A test, or a whole file where it is `{ after }` of node:test: at its end, `atEnd` undoes things. */
export type Lifetime = { readonly after: (stop: () => void | Promise<void>) => void };

type Undo = () => unknown;

/** A lifetime that ends when it is stopped, for a process that runs no tests. */
export function createLifetime() {
  const ends: (() => void | Promise<void>)[] = [];
  const lifetime: Lifetime = { after: (end) => void ends.push(end) };
  const stop = async () => {
    for (const end of ends) await end();
  };
  return { lifetime, stop };
}

const undoing = new WeakMap<object, Undo[]>();

/**
 * Undoes something when a test or file ends. The last is undone first, so that a folder outlives the
 * service that writes into it. Each is undone even where another fails, as a service that is left running
 * keeps its test file from ending. (node:test runs hooks in the order of their registration and stops at
 * the first that fails.)
 */
export function atEnd(lifetime: Lifetime, undo: Undo): void {
  // Each `{ after }` is another object, but all of a file have the same function; a test is one object.
  const key = Object.hasOwn(lifetime, 'after') ? lifetime.after : lifetime;
  const begun = undoing.get(key);
  if (begun) {
    begun.push(undo);
    return;
  }
  const all = [undo];
  undoing.set(key, all);
  lifetime.after(async () => {
    const errors: unknown[] = [];
    for (let next = all.pop(); next; next = all.pop()) {
      try {
        await next();
      } catch (error) {
        errors.push(error);
      }
    }
    undoing.delete(key);
    if (errors.length === 1) throw errors[0];
    if (errors.length > 1) throw new AggregateError(errors, 'More than one thing did not end');
  });
}
