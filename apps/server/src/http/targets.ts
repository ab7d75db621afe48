import { canHaveDuty, type JointSide, type OrDuty, type Target } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  grantFor,
  GRANTABLE,
  mayDo,
  type Permission,
  PERMISSIONS,
  roleLabel,
} from '@hengjuan/domain'
import { GrantedReach } from './granted-reach.ts'
import { RoleReach } from './role-reach.ts'
import type { Session } from './session.ts'
import { blocksOf, type TargetRows } from './target-rows.ts'

type Ids = Partial<Record<keyof Target, number | string>>

/**
 * Permissions whose reach is an assignment (a marker's block), not the lists of the role: a physics
 * teacher may be asked to mark mathematics. The features check the assignment.
 */
const BY_ASSIGNMENT: readonly Permission[] = ['marking.mark', 'marking.arbitrate', 'marking.follow']

/**
 * Looks up what a call is about and checks it against the school, grades, classes and subjects of the
 * current role.
 *
 * @param or the duty that lets in beside the role, if any
 * @param sides who else than the organiser of the exam is let in, if anybody
 * @throws AppError NOT_FOUND and its kin, also for what exists out of the role's reach; MARKING_NOT_LEADER for a
 *   role without the permission that has no such duty there
 */
export async function findTarget(
  db: Db,
  session: Session,
  permission: Permission,
  ids: Ids,
  or?: OrDuty,
  sides: readonly JointSide[] = [],
): Promise<Partial<TargetRows>> {
  try {
    return await findOrdinarily(db, session, permission, ids, or, sides)
  } catch (error) {
    if (!(error instanceof AppError) || !GRANTABLE.has(permission)) throw error
    if (!session.grants.some(({ examId }) => grantFor(session.grants, permission, examId)))
      throw error
    const rows = await findIn(new GrantedReach(db, session, permission), ids)
    // A grant is for an exam, and opens nothing that belongs to none.
    if (!rows.exam) throw error
    return rows
  }
}

/** By the role, or by a duty in a block. */
async function findOrdinarily(
  db: Db,
  session: Session,
  permission: Permission,
  ids: Ids,
  or: OrDuty | undefined,
  sides: readonly JointSide[],
): Promise<Partial<TargetRows>> {
  const byAssignment =
    BY_ASSIGNMENT.includes(permission) || (await hasDuty(db, session, permission, ids, or))
  if (!byAssignment && !mayDo(session.role, permission))
    throw new AppError('MARKING_NOT_LEADER', {
      role: roleLabel(session.role),
      action: PERMISSIONS[permission].label,
    })
  return findIn(new RoleReach(db, session, !byAssignment, sides), ids)
}

async function findIn(reach: RoleReach, ids: Ids): Promise<Partial<TargetRows>> {
  const rows: Partial<TargetRows> = {}
  if (ids.school !== undefined) rows.schoolId = reach.school(Number(ids.school))
  if (ids.unit !== undefined) rows.unit = await reach.unit(Number(ids.unit))
  const place =
    ids.block !== undefined || rows.unit
      ? await reach.block(Number(ids.block ?? rows.unit?.block_id))
      : undefined
  if (place) rows.block = place.block
  if (ids.scanSheet !== undefined) rows.scanSheet = await reach.scanSheet(String(ids.scanSheet))
  if (ids.snapshot !== undefined) rows.snapshot = await reach.snapshot(Number(ids.snapshot))
  if (ids.sheet !== undefined) rows.sheet = await reach.sheet(Number(ids.sheet))
  if (ids.student !== undefined) rows.student = await reach.student(Number(ids.student))

  const owner = rows.block ?? rows.scanSheet ?? rows.snapshot
  const examId = ids.exam ?? owner?.exam_id
  if (examId !== undefined) Object.assign(rows, await reach.exam(Number(examId), place))
  if (ids.class !== undefined) rows.class = await reach.class(Number(ids.class), rows)
  const ownSubject = rows.block?.subject_id ?? rows.scanSheet?.subject_id
  // What is named together has to belong together: otherwise one id would open what the other one is of.
  const differs = (own: number | undefined, named: number | string | undefined) =>
    own !== undefined && named !== undefined && own !== Number(named)
  if (
    differs(owner?.exam_id, ids.exam) ||
    differs(ownSubject, ids.subject) ||
    differs(rows.unit?.block_id, ids.block)
  )
    throw new AppError('NOT_FOUND', { what: '内容' })
  const subjectId = ids.subject ?? ownSubject
  if (rows.exam && subjectId !== undefined)
    rows.examSubject = await reach.examSubject(rows.exam.id, Number(subjectId), place)
  return rows
}

/** Has the caller a duty in what the call is about: in its block, or where it names none in a block of its exam? */
async function hasDuty(
  db: Db,
  { userId, role }: Session,
  permission: Permission,
  { exam, block, unit }: Ids,
  or: OrDuty | undefined,
): Promise<boolean> {
  // What a block is marked by (rubric, notes) is for whoever marks or leads it, in the same way.
  const duty = or ?? (permission === 'exam.read' && block !== undefined ? 'assigned' : undefined)
  if (duty === undefined || !canHaveDuty(role, duty)) return false
  const own = db
    .selectFrom('block_marker')
    .where('block_marker.user_id', '=', userId)
    .$if(duty === 'leads', (query) => query.where('block_marker.duty', '=', 'leader'))
    .select('block_marker.block_id')
    .limit(1)
  const isThere = async (query: typeof own) => (await query.executeTakeFirst()) !== undefined
  if (block !== undefined) return isThere(own.where('block_marker.block_id', '=', Number(block)))
  if (unit !== undefined)
    return isThere(
      own.where('block_marker.block_id', 'in', (inner) =>
        inner.selectFrom('unit').select('unit.block_id').where('unit.id', '=', Number(unit)),
      ),
    )
  if (exam === undefined) return false
  return isThere(own.where('block_marker.block_id', 'in', blocksOf(db, Number(exam))))
}
