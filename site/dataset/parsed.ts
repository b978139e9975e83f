/** A value that was read, or everything that is wrong with what was given for it. */
export type Parsed<Value, Problem = string> =
  | { readonly value: Value; readonly problems?: undefined }
  | { readonly value?: undefined; readonly problems: readonly Problem[] };
