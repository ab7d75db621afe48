import { type Db, transact } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { minutesFrom } from '../../clock.ts'
import type { Editor, ImportPlace, RowState } from '../../import/define-import.ts'
import { audit } from '../../http/audit.ts'
import type { Services } from '../../services.ts'
import { timeText } from '../../wall-clock.ts'
import type { Batch } from './batch-report.ts'
import { replaceRows, selectAllRows, selectLaterImports } from './import-batch.query.ts'
import { importOf } from './kinds.ts'
import { fileColumns } from './seen-batch.ts'

const UNDO_DAYS = 30

/** Until when an import can be undone; null where that is over or nothing was written. */
export function undoUntil({ clock }: Pick<Services, 'clock'>, batch: Batch): string | null {
  if (batch.state !== 'applied' || batch.applied_at === null) return null
  const until = new Date(Date.parse(batch.applied_at) + UNDO_DAYS * 86_400_000).toISOString()
  return until > clock.now().toISOString() ? until : null
}

/** Before this time an import was written too long ago. */
export const undoableSince = ({ clock }: Pick<Services, 'clock'>): string =>
  minutesFrom(clock, -UNDO_DAYS * 24 * 60)

interface Undone {
  restored: number
  kept: { key: string; name: string; why: string }[]
}

/** Ends a transaction whose outcome was only to be told. */
class Told extends Error {
  readonly undone: Undone

  constructor(undone: Undone) {
    super('told')
    this.undone = undone
  }
}

/**
 * Puts back what a batch wrote, as long as it is still as the batch left it; what somebody changed since stays, and is
 * named with who did.
 *
 * @param isPreview does the same and takes it back, so that it tells exactly what would be
 * @throws AppError IMPORT_UNDO_LATE
 */
export async function undoBatch(
  services: Services,
  batch: Batch,
  at: ImportPlace,
  { isPreview, who }: { isPreview: boolean; who: Parameters<typeof audit>[1] },
): Promise<Undone> {
  if (batch.state !== 'applied')
    throw new AppError('IMPORT_UNDO_LATE', {
      state: batch.state === 'undone' ? '已经撤销过' : '没有写入过数据',
    })
  if (undoUntil(services, batch) === null)
    throw new AppError('IMPORT_UNDO_LATE', { state: `写入已超过 ${UNDO_DAYS} 天` })
  const place = { ...at, batch: { id: batch.id, columns: fileColumns(batch) } }
  try {
    const { restoredIds, ...told } = await transact(services.db, async (db) => {
      await importOf(batch.kind).lock(db, place)
      const { restoredIds: back, ...undone } = await takeBack(
        db,
        batch,
        place,
        who.session?.userId ?? null,
      )
      if (isPreview) throw new Told(undone)
      await audit(db, who, {
        action: 'import-undo',
        object: `import:${batch.id}`,
        before: { kind: batch.kind, exam_id: batch.exam_id, file: batch.file_name },
        after: { restored: undone.restored, kept: undone.kept.length },
        schoolId: batch.school_id,
      })
      return { ...undone, restoredIds: back }
    })
    await importOf(batch.kind).follow?.(services, place, restoredIds)
    return told
  } catch (error) {
    if (error instanceof Told) return error.undone
    throw error
  }
}

async function takeBack(
  db: Db,
  batch: Batch,
  place: ImportPlace,
  userId: number | null,
): Promise<Undone & { restoredIds: number[] }> {
  const taken = await db
    .updateTable('import_batch')
    .set({ state: 'undone', undone_at: place.now, undone_by_id: userId })
    .where('id', '=', batch.id)
    .where('state', '=', 'applied')
    .returning('id')
    .executeTakeFirst()
  if (!taken) throw new AppError('IMPORT_UNDO_LATE', { state: '已经撤销过' })
  const definition = importOf(batch.kind)
  const rows = await selectAllRows(db, batch.id)
  const written = rows.flatMap((row) =>
    row.object_id !== null && (row.after !== null || row.before !== null)
      ? [{ row, id: row.object_id, after: row.after }]
      : [],
  )
  const ids = written.map(({ id }) => id)
  const states = await definition.states(db, place, ids)
  const why = new Map<number, string>()
  const editors = new Map<number, Editor>([
    ...(await definition.editors(db, place, batch.applied_at ?? '')),
    ...(await selectLaterImports(db, batch)),
  ])
  for (const { id, after } of written) {
    const state = states.get(id)
    // What the import took away is still away, under the id that it had.
    if (after === null) continue
    if (!state) why.set(id, changedBy(editors.get(id), '删除'))
    else if (!isSame(state, JSON.parse(after) as RowState))
      why.set(id, changedBy(editors.get(id), '修改'))
  }
  const untouched = written.filter(({ id }) => !why.has(id))
  const kept = await definition.restore(
    db,
    place,
    untouched.map(({ id, row: { before } }) => ({
      id,
      before: before === null ? null : (JSON.parse(before) as RowState),
    })),
    JSON.parse(batch.made ?? 'null'),
  )
  for (const [id, reason] of kept) why.set(id, reason)
  const ofId = new Set(ids)
  await replaceRows(
    db,
    batch.id,
    rows.map((row) => {
      const id = row.object_id
      if (id === null || !ofId.has(id)) return row
      const reason = why.get(id)
      return { ...row, state: reason === undefined ? 'restored' : 'kept', why: reason ?? '' }
    }),
  )
  return {
    restoredIds: ids.filter((id) => !why.has(id)),
    restored: written.length - why.size,
    kept: written.flatMap(({ id, row: { key, name } }) => {
      const reason = why.get(id)
      return reason === undefined ? [] : [{ key, name, why: reason }]
    }),
  }
}

const changedBy = (editor: Editor | undefined, what: string): string =>
  editor ? `${editor.name} 在 ${timeText(editor.at)} ${what}过` : `导入之后被${what}过`

const isSame = (one: RowState, other: RowState): boolean =>
  Object.keys({ ...one, ...other }).every((key) => one[key] === other[key])
