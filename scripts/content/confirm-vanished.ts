import { readConfig } from '../../sidecar/config/config.ts';
import { confirmHeld } from '../../sidecar/publish/edit/vanish-guard.ts';
import { CONTENT_FLAGS, CommandError, defineCommand } from '../command.ts';

const { 'dry-run': dryRun, json } = CONTENT_FLAGS;

export const confirm = defineCommand({
  name: 'confirm',
  about: 'Confirms that reviews which vanished from the content should no longer be published.',
  usage: ['[--dry-run] [--json]'],
  flags: { 'dry-run': dryRun, json },
  details: `If more than five published reviews, and at least half of all, vanish without
entries in removed.yaml, the service keeps publishing them, in case a folder was lost
by mistake. This confirms that they should go. Run it with the STATE_DIR of the service.`,
  exitCodes: { 0: 'the loss is confirmed', 1: 'there is nothing to confirm' },
  run({ flags }, world) {
    const { stateDir } = readConfig(world.readEnvironment());
    const held = confirmHeld(stateDir, flags['dry-run']);
    if (!held) {
      throw new CommandError(
        `there is nothing to confirm in ${stateDir}. Set STATE_DIR to the folder of the service, and run this as its user.`,
      );
    }
    const { vanished, published } = held;
    const would = flags['dry-run'] ? 'would be' : 'are';
    return {
      lines: [
        `${vanished.length} of ${published} published reviews ${would} confirmed as removed; a running service stops publishing them within seconds.`,
        ...(flags['dry-run'] ? vanished.map((id) => `  ${id}`) : []),
      ],
      data: held,
    };
  },
});
