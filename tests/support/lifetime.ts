/** Whose end things wait for: a test, or a whole file where node:test's own `after` is given. */
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
 * Undoes something when a test or file ends. What began last ends first, so that a folder outlives
 * the service that writes into it; and each is undone even where another fails, as a service that
 * is left running keeps its test file from ending. (node:test runs hooks in the order of their
 * registration and stops at the first that fails.)
 */
export function atEnd(lifetime: Lifetime, undo: Undo): void {
  // `{ after }` stands for the file wherever it is written; a test is its own.
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
