/** Caches results of a pure function by the identity of objects in use, which must not change. */
export function memoize<Subject extends object, Result extends object | string | null>(
  derive: (subject: Subject) => Result,
): (subject: Subject) => Result {
  const results = new WeakMap<Subject, Result>();
  return (subject) => {
    const known = results.get(subject);
    if (known !== undefined) return known;
    const result = derive(subject);
    results.set(subject, result);
    return result;
  };
}

/** Like `memoize`, for functions that may fail, such as reading: a failure is not remembered. */
export function memoizeAsync<Subject extends object, Result>(
  derive: (subject: Subject) => Promise<Result>,
): (subject: Subject) => Promise<Result> {
  const results = new WeakMap<Subject, Promise<Result>>();
  return (subject) => {
    const known = results.get(subject);
    if (known !== undefined) return known;
    const result = derive(subject);
    results.set(subject, result);
    result.catch(() => results.delete(subject));
    return result;
  };
}

/** Caches results by a key object: callers pass another key wherever the result may differ. */
export function memoizeWith<Key extends object, Subject, Result extends object | string>(
  derive: (subject: Subject, key: Key) => Result,
): (subject: Subject, key: Key) => Result {
  const results = new WeakMap<Key, Result>();
  return (subject, key) => {
    const result = results.get(key) ?? derive(subject, key);
    results.set(key, result);
    return result;
  };
}

/** Keeps the last result of a pure function until the key of its input changes. */
export function memoizeLast<Subject, Result>(
  keyOf: (subject: Subject) => string,
  derive: (subject: Subject) => Result,
): (subject: Subject) => Result {
  let last: { readonly key: string; readonly result: Result } | undefined;
  return (subject) => {
    const key = keyOf(subject);
    if (last?.key !== key) last = { key, result: derive(subject) };
    return last.result;
  };
}

/** Keeps the last result of a pure function of a list until the list has other objects. */
export function memoizeList<Item extends object, Result>(
  derive: (items: readonly Item[]) => Result,
): (items: readonly Item[]) => Result {
  let last: { readonly items: readonly Item[]; readonly result: Result } | undefined;
  return (items) => {
    const isSame =
      last?.items.length === items.length &&
      items.every((item, index) => item === last?.items[index]);
    if (!last || !isSame) last = { items, result: derive(items) };
    return last.result;
  };
}

/** Makes a value when it is first asked for. */
export function lazily<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
