import type { Db } from '@hengjuan/db'
import { auditActionLabel, auditFields, classLabel } from '@hengjuan/domain'
import { listed } from '../class.query.ts'

const HISTORY_MOST = 50

/** Where somebody is signed in. */
export const selectSessions = (db: Db, userId: number, now: string) =>
  db
    .selectFrom('session')
    .leftJoin('mark_client', 'mark_client.id', 'session.client_id')
    .where('session.user_id', '=', userId)
    .where('session.expires_at', '>', now)
    .select(['session.created_at as begun_at', 'session.last_seen_at'])
    .select((eb) => eb.fn.coalesce('mark_client.label', eb.val('未知设备')).as('label'))
    .orderBy('session.last_seen_at', 'desc')
    .execute()

/** Blocks of exams that are not over, in which somebody marks or leads. */
export async function selectOpenBlocks(db: Db, userId: number) {
  const rows = await db
    .selectFrom('block_marker')
    .innerJoin('block', 'block.id', 'block_marker.block_id')
    .innerJoin('exam', 'exam.id', 'block.exam_id')
    .where('block_marker.user_id', '=', userId)
    .where('block.status', '!=', 'closed')
    .where('exam.deleted_at', 'is', null)
    .where('exam.published_snapshot_id', 'is', null)
    .select([
      'block.id as block_id',
      'block.exam_id',
      'exam.name as exam_name',
      'block.subject_id',
      'block.name as block_name',
      'block_marker.duty',
    ])
    .orderBy('exam.id', 'desc')
    .orderBy('block.sort')
    .execute()
  const counts = await db
    .selectFrom('reading')
    .where('marker_id', '=', userId)
    .where('block_id', 'in', listed(rows.map(({ block_id }) => block_id)))
    .where('state', 'in', ['claimed', 'submitted'])
    .groupBy(['block_id', 'state'])
    .select(({ fn }) => ['block_id', 'state', fn.countAll().as('count')])
    .execute()
  const countOf = (blockId: number, state: string) =>
    Number(counts.find((one) => one.block_id === blockId && one.state === state)?.count ?? 0)
  return rows.map((row) => ({
    ...row,
    duty: row.duty === 'leader' ? ('leader' as const) : ('marker' as const),
    marked: countOf(row.block_id, 'submitted'),
    in_hand: countOf(row.block_id, 'claimed'),
  }))
}

/** Classes that somebody is the class teacher of. */
export async function selectHeadedClasses(db: Db, userId: number) {
  const roles = await db
    .selectFrom('user_role')
    .where('user_id', '=', userId)
    .where('role', '=', 'class_teacher')
    .select('class_ids')
    .execute()
  const ids = roles.flatMap(({ class_ids }) => {
    const list = JSON.parse(class_ids) as 'all' | number[]
    return list === 'all' ? [] : list
  })
  const classes = await db
    .selectFrom('class')
    .where('id', 'in', listed(ids))
    .where('closed_at', 'is', null)
    .select(['id', 'grade_id', 'name'])
    .orderBy('grade_id')
    .orderBy('sort')
    .execute()
  return classes.map(({ id, grade_id, name }) => ({
    class_id: id,
    class_name: classLabel(grade_id, name),
  }))
}

/** What was done to the account, the newest first. */
export async function selectStaffHistory(db: Db, userId: number) {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('user', 'user.id', 'audit.user_id')
    .where('audit.object', '=', `user:${userId}`)
    .where('audit.action', 'like', 'staff-%')
    .select(['audit.at', 'audit.action', 'audit.before', 'audit.after', 'user.name as by_name'])
    .orderBy('audit.id', 'desc')
    .limit(HISTORY_MOST)
    .execute()
  const side = (text: string | null) =>
    text === null ? undefined : rolesInWords(JSON.parse(text) as Record<string, unknown>)
  return rows.map(({ at, by_name, action, before, after }) => ({
    at,
    by_name,
    action_label: auditActionLabel(action),
    fields: auditFields(side(before), side(after)),
  }))
}

/** Of roles and lessons the record has every id; people read which roles there were, and how many lessons. */
function rolesInWords(fields: Record<string, unknown>): Record<string, unknown> {
  const roles = fields['roles']
  const teaching = fields['teaching']
  return {
    ...fields,
    ...(Array.isArray(roles)
      ? { roles: roles.map((one: { role?: string }) => one.role ?? '') }
      : {}),
    ...(Array.isArray(teaching) ? { teaching: `${teaching.length} 项` } : {}),
  }
}
