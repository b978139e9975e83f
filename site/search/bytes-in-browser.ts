/** Memory: pages have none that threads share. */
export function allocate(length: number): ArrayBufferLike {
  return new ArrayBuffer(length);
}

/** Returns a function that finds some bytes in others, from an offset on; -1 if they are not there. */
export function finderIn(bytes: Uint8Array, sought: Uint8Array): (from: number) => number {
  const [first = 0] = sought;
  return (from) => {
    let at = bytes.indexOf(first, from);
    while (at >= 0 && !sought.every((byte, offset) => bytes[at + offset] === byte)) {
      at = bytes.indexOf(first, at + 1);
    }
    return at;
  };
}

/** No digest: cursors, which have one, are refused, as the pages of a list are numbered. */
export function digestOf(_text: string): string {
  return '';
}
