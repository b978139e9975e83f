import { after } from 'node:test';
import type { HubStore } from '../../../sidecar/hub/store/hub-store.ts';
import { openStore } from '../../../sidecar/hub/store/open-store.ts';
import { testFloods } from '../../rooms/hub/work/floods-rules.ts';
import { testRemoval } from '../../rooms/hub/work/removal-rules.ts';
import type { ManualClock } from '../../support/manual-clock.ts';
import { startPostgres } from './postgres.ts';

const postgres = await startPostgres({ after });

/** A store for a hub whose time a test moves: it stands still while the server works. */
async function open(clock: ManualClock): Promise<HubStore> {
  const databaseUrl = await postgres.createDatabase();
  const store = await openStore({ databaseUrl, file: '' });
  return new Proxy(store, {
    get: (_, name) => {
      // Else the hub polls every two seconds of the ten hours.
      if (name === 'isExclusive') return true;
      const method: unknown = Reflect.get(store, name);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) => clock.holdFor(Reflect.apply(method, store, args));
    },
  });
}

testRemoval((_, clock) => open(clock));
testFloods((_, clock) => open(clock));
