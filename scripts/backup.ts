import { main } from './command.ts';
import { backup } from './content/back-up.ts';

// An entry of its own, for the image.
await main(backup);
