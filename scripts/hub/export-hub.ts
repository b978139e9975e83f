import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { HubStore } from '../../sidecar/hub/store/hub-store.ts';
import { formatHubDocument } from './hub-document.ts';
import { HubRefusal } from './hub-refusal.ts';
import { countOf } from './subscription-words.ts';

/** Nobody else may read it: it holds the subscribers' secrets. */
const PRIVATE = 0o600;

type Outlets = {
  readonly writeOut: (text: string) => Promise<void>;
  readonly printError: (line: string) => void;
};

/** Writes everything that a store holds to a file, or to standard output where that is "-". */
export async function exportHub(
  store: HubStore,
  { file, isForced }: { readonly file: string; readonly isForced: boolean },
  { writeOut, printError }: Outlets,
): Promise<void> {
  if (file !== '-' && !isForced && existsSync(file)) {
    throw new HubRefusal(`${file} is there already; choose another name, or add --force.`);
  }
  const content = await store.exportAll();
  const document = formatHubDocument(content);
  if (file === '-') await writeOut(document);
  else await writePrivately(file, document);
  const { topics, subscriptions, requests } = content;
  printError(
    `Exported ${countOf(subscriptions.length, 'subscription')}, ${countOf(requests.length, 'request')} and ${countOf(topics.length, 'topic')}; secrets are among them.`,
  );
}

/** Writes beside and renames into place, so that a file is there whole or not at all. */
async function writePrivately(file: string, text: string): Promise<void> {
  const beside = `${file}.writing-${process.pid}`;
  try {
    const handle = await open(beside, 'wx', PRIVATE);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
  } catch (cause) {
    await rm(beside, { force: true });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new HubRefusal(`${file} cannot be written: ${reason}`, { cause });
  }
}
