import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';

export type { Stats } from 'node:fs';

/** The calls of the file system by which content is read and watched. */
export const DISK = {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
};

/** The disk, or one that fails in a test. */
export type FileSystem = typeof DISK;
