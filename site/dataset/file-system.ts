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

/** The disk: what reading content, and finding out whether it changes, asks of the system. */
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

/** The disk, or one that fails when a test wants it to. */
export type FileSystem = typeof DISK;
