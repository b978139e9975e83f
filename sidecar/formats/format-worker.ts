import { serveTasks } from '../task-worker.ts';
import type { FileFigures, FormatTask } from './format-task.ts';
import { doTask } from './make-file.ts';

/** In the thread that makes formats. Each leaves much garbage. */
serveTasks<FormatTask, FileFigures>(async (task) => ({ result: await doTask(task), moved: [] }), {
  tasksBetween: 1,
});
