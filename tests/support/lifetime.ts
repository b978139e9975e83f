/** Whose end things wait for: a test, or a whole file where node:test's own `after` is given. */
export type Lifetime = { readonly after: (stop: () => void | Promise<void>) => void };
