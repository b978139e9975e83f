import { spawn } from 'node:child_process';
import { type TestContext, test } from 'node:test';
import type { HubStore } from '../../../../sidecar/hub/store/hub-store.ts';
import {
  openEngine,
  openStore,
  type StorePlace,
} from '../../../../sidecar/hub/store/open-store.ts';
import type { Run, SqlEngine } from '../../../../sidecar/hub/store/sql-engine.ts';
import { atEnd } from '../../../support/lifetime.ts';

/** Makes an empty place for a store, which is gone after the test. */
export type MakePlace = (test: TestContext) => Promise<StorePlace>;

/** Opens the store of a place, until the test ends. */
export async function open(test: TestContext, place: StorePlace, now?: () => number) {
  const store = await openStore(place, now);
  atEnd(test, () => store.close());
  return store;
}

/** Runs code in another process, which has `request` and the opened `store` of a place. */
export function startProcess(test: TestContext, place: StorePlace, code: string) {
  const urlOf = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const script = `
    import { request } from ${urlOf('store-actions.ts')};
    import { openStore } from ${urlOf('../../../../sidecar/hub/store/open-store.ts')};
    const store = await openStore({ databaseUrl: undefined, ...${JSON.stringify(place)} });
    ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atEnd(test, () => child.kill('SIGKILL'));
  return child;
}

type Subject = {
  /** An empty one. */
  readonly store: HubStore;
  /** The same store as two sidecars have it, where it is for several processes. */
  readonly stores: readonly [HubStore, HubStore];
  /** A statement in its database. */
  readonly run: Run;
  /** Writes something into an empty database, for a store to be opened there. */
  readonly prepare: (write: (engine: SqlEngine) => Promise<void>) => Promise<StorePlace>;
  readonly t: TestContext;
};

/** Tests something that a store promises. */
export type Rule = (title: string, check: (subject: Subject) => Promise<void>) => void;

export const createRule =
  (makePlace: MakePlace): Rule =>
  (title, check) => {
    test(title, async (t) => {
      const place = await makePlace(t);
      const store = await open(t, place);
      const other = store.isExclusive ? store : await open(t, place);
      const write = async <Result>(
        at: StorePlace,
        work: (engine: SqlEngine) => Promise<Result>,
      ) => {
        const engine = await openEngine(at, Date.now);
        return work(engine).finally(() => engine.close());
      };
      await check({
        ...{ store, stores: [store, other], t },
        run: (...statement) =>
          write(place, (engine) => engine.transaction((run) => run(...statement))),
        prepare: async (work) => {
          const prepared = await makePlace(t);
          await write(prepared, work);
          return prepared;
        },
      });
    });
  };
