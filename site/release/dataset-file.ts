/** The file or member of a release that holds its dataset, beside what is public. */
export const DATASET_FILE = 'dataset.json';
