import type { BatchState } from '../bridge/batch-api.ts'
import { describeBatch } from './describe.ts'
import { selectBatches } from './store/batch.store.ts'
import type { Store } from './store/open-store.ts'

/**
 * The batches as the screen shows them. Counting a batch means looking at all its sheets, so a batch is
 * counted again only after something in it has changed: triggers keep a version of each.
 */
export class BatchViews {
  private readonly db: Store
  private views = new Map<string, { version: number; view: BatchState }>()

  constructor(db: Store) {
    this.db = db
  }

  all(): BatchState[] {
    const versions = selectVersions(this.db)
    const before = this.views
    this.views = new Map()
    return selectBatches(this.db).map((batch) => {
      const version = versions.get(batch.id) ?? 0
      const known = before.get(batch.id)
      const view = known?.version === version ? known.view : describeBatch(this.db, batch)
      this.views.set(batch.id, { version, view })
      return view
    })
  }
}

const selectVersions = (db: Store): Map<string, number> =>
  new Map(db.prepare('select batch_id, version from batch_version').raw().all() as never)
