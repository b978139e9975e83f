import { DatabaseSync } from 'node:sqlite';
import { openSampleRelease } from './sample-release.ts';

/**
 * The least that a database of the records takes with node:sqlite: one table of the id, the day, the stars
 * and the record as JSON, in one transaction without a journal; no other tables, search or indices.
 */
export function writePlainSqlite(folder: string, file: string): void {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;
    CREATE TABLE reviews (id TEXT PRIMARY KEY, datePublished TEXT, ratingValue REAL, record TEXT)`);
  const insert = database.prepare('INSERT INTO reviews VALUES (?, ?, ?, ?)');
  for (const review of openSampleRelease(folder).reviews()) {
    const { id, datePublished, reviewRating } = review;
    insert.run(id, datePublished, reviewRating.ratingValue, JSON.stringify(review));
  }
  database.exec('COMMIT');
  database.close();
}
