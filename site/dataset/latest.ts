/** Remembers what was made for the latest key: it is made again only for another one. */
export function createLatest<Key, Made>(): (key: Key, make: () => Made) => Made {
  let latest: { readonly key: Key; readonly made: Made } | undefined;
  return (key, make) => {
    if (!latest || latest.key !== key) latest = { key, made: make() };
    return latest.made;
  };
}
