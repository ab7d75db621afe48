import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'

const DRY_RUN = Symbol('dry run')

/** Does work in a transaction that is thrown away, to hear what is against it; empty where nothing is. */
export async function dryRun(
  services: Services,
  work: (db: Db) => Promise<unknown>,
): Promise<string> {
  try {
    await services.db.transaction().execute(async (db) => {
      await work(db)
      // oxlint-disable-next-line typescript/only-throw-error -- only a throw rolls back
      throw DRY_RUN
    })
  } catch (error) {
    if (error instanceof AppError) return error.message
    if (error !== DRY_RUN) throw error
  }
  return ''
}
