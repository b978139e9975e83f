import { join } from 'node:path';
import { openStore } from '../../../../sidecar/hub/store/open-store.ts';
import { createFastFolder } from '../../../support/content-folder.ts';
import { testRemoval } from './removal-rules.ts';

testRemoval(async (t, clock) => {
  const file = join(createFastFolder(t), 'hub.sqlite');
  return openStore({ databaseUrl: undefined, file }, clock.now);
});
