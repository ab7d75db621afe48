import type { Db } from '@hengjuan/db'
import { mayDo } from '@hengjuan/domain'
import type { Session } from '../../../http/session.ts'
import { selectRiskIds } from '../../marking-core/index.ts'

/** Who looks, as which role. */
export type Viewer = Pick<Session, 'role' | 'schoolId'>

/**
 * Papers whose images somebody is not shown because they speak of danger: only who takes care of such
 * papers of the student's school sees them.
 *
 * @returns ids of units
 * @source domain rules 6.2
 */
export async function unseenPapers(
  db: Db,
  { role, schoolId }: Viewer,
  units: readonly { id: number; school_id: number }[],
): Promise<Set<number>> {
  const risks = await selectRiskIds(
    db,
    units.map(({ id }) => id),
  )
  if (!mayDo(role, 'risk.handle')) return risks
  return new Set(
    units.flatMap(({ id, school_id }) => (risks.has(id) && school_id !== schoolId ? [id] : [])),
  )
}
