import { type Db, whereGiven } from '@hengjuan/db'
import { mayDo, ROLE_CODES } from '@hengjuan/domain'

const MARKING_ROLES = ROLE_CODES.filter((role) => mayDo(role, 'marking.mark'))

/** Who marks in the blocks of an exam, or in one of them: not stopped, and able to sign in with a role that marks. */
export const selectActiveMarkers = (db: Db, on: { examId: number; blockId?: number | undefined }) =>
  db
    .selectFrom('block_marker')
    .innerJoin('block', 'block.id', 'block_marker.block_id')
    .innerJoin('user', 'user.id', 'block_marker.user_id')
    .where('block.exam_id', '=', on.examId)
    .where((eb) => whereGiven(eb, { 'block.id': on.blockId }))
    .where('block_marker.duty', '=', 'marker')
    .where('block_marker.suspended_at', 'is', null)
    .where('user.disabled_at', 'is', null)
    .where('user.id', 'in', (query) =>
      query.selectFrom('user_role').where('role', 'in', MARKING_ROLES).select('user_role.user_id'),
    )
    .select(['block_marker.block_id', 'block_marker.user_id', 'block_marker.qualified'])
    .select('user.name')
    .orderBy('block_marker.user_id')
    .execute()
