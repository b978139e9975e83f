import { CommandError } from '../command.ts';

/**
 * Thrown when an export or the content cannot be used: one sentence with fault, reason and remedy.
 */
export class ImportRefusal extends CommandError {
  override readonly name: string = 'ImportRefusal';
}
