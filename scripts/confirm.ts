import { describeSystemFault } from '#dataset/system-fault.ts';
import { readConfig } from '../sidecar/config/config.ts';
import { confirmHeld } from '../sidecar/publish/edit/vanish-guard.ts';
import { CONTENT_FLAGS, CommandError, defineCommand, main } from './command.ts';

const { 'dry-run': dryRun, json } = CONTENT_FLAGS;

const command = defineCommand({
  name: 'confirm',
  about: 'Confirms that reviews which vanished from the content should no longer be published.',
  usage: ['[--dry-run] [--json]'],
  flags: { 'dry-run': dryRun, json },
  details: `If more than five published reviews, and at least half of all, vanish without an
entry in removed.yaml, the service keeps its release, because a folder may be lost.
This confirms that the reviews should go. Run it with the STATE_DIR of the service.`,
  exitCodes: { 0: 'the loss is confirmed', 1: 'nothing is withheld there' },
  run({ flags }, world) {
    const { stateDir } = readConfig(world.readEnvironment());
    const held = confirm(stateDir, flags['dry-run']);
    if (!held) {
      throw new CommandError(
        `nothing is withheld in ${stateDir}. Set STATE_DIR to the folder of the service, and run this as its user.`,
      );
    }
    const { vanished, published } = held;
    const would = flags['dry-run'] ? 'would be' : 'are';
    return {
      lines: [
        `${vanished.length} of ${published} published reviews ${would} confirmed as removed; a running service publishes within seconds.`,
        ...(flags['dry-run'] ? vanished.map((id) => `  ${id}`) : []),
      ],
      data: held,
    };
  },
});

function confirm(stateDir: string, isDry: boolean) {
  try {
    return confirmHeld(stateDir, isDry);
  } catch (error) {
    const fault = describeSystemFault(error);
    if (fault === undefined) throw error;
    throw new CommandError(`${stateDir} cannot be written ${fault}. Nothing was confirmed.`);
  }
}

await main(command);
