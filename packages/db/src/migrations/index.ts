import type { Migration } from 'kysely/migration'
import * as firstExam from './20261120T0000-first-exam.ts'

/** Every migration by name; the name's time orders them. */
export const migrations: Record<string, Migration> = {
  '20261120T0000-first-exam': firstExam,
}
