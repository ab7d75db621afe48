import type { Db } from '@hengjuan/db'
import { AppError, mayDo, scopeAllows } from '@hengjuan/domain'
import type { Session } from '../../http/session.ts'
import type { BlockRow, ExamProgress, SubjectRow } from './snapshot.ts'
import { summaryOf } from './snapshot.ts'

/** How much of a block the caller sees: all of it, or only the own work in it. */
export type Sight = 'all' | 'own'

/** What a person may see of the marking of an exam. */
export interface View {
  supervises: boolean
  userId: number
  /** Blocks that the caller leads. */
  ledIds: ReadonlySet<number>
  sightOf(block: { block_id: number; subject_id: number }): Sight | null
}

/**
 * Supervisors see the subjects of their scope, a block's leader that block, a marker of a block the own
 * work in it, and everybody else nothing.
 */
export async function viewOf(db: Db, session: Session, examId: number): Promise<View> {
  const duties = await db
    .selectFrom('block_marker')
    .innerJoin('block', 'block.id', 'block_marker.block_id')
    .where('block.exam_id', '=', examId)
    .where('block_marker.user_id', '=', session.userId)
    .select(['block_id', 'duty'])
    .execute()
  const sights = new Map<number, Sight>()
  for (const { block_id, duty } of duties)
    if (duty === 'leader' || !sights.has(block_id))
      sights.set(block_id, duty === 'leader' ? 'all' : 'own')
  const supervises = mayDo(session.role, 'marking.supervise')
  return {
    supervises,
    userId: session.userId,
    ledIds: new Set(duties.flatMap(({ block_id, duty }) => (duty === 'leader' ? [block_id] : []))),
    sightOf: ({ block_id, subject_id }) =>
      supervises && scopeAllows(session.scope.subjects, subject_id)
        ? 'all'
        : (sights.get(block_id) ?? null),
  }
}

/** Rows of the blocks that the view reaches; who only marks gets no figures about how others mark. */
export const blocksIn = (view: View, { blocks }: Pick<ExamProgress, 'blocks'>): BlockRow[] =>
  blocks.flatMap((row) => {
    const sight = view.sightOf(row)
    if (sight === null) return []
    return sight === 'all' ? [row] : [withoutQuality(row)]
  })

const withoutQuality = (row: BlockRow): BlockRow => ({
  ...row,
  third_rate: null,
  arbitration_rate: null,
  agreement: null,
  mean_milli: null,
  sd_milli: null,
  flag_counts: null,
  reasons: [],
})

/** Subjects with at least one block in view, summed over those; all of the scope for supervisors. */
export function subjectsIn(view: View, session: Session, state: ExamProgress): SubjectRow[] {
  return state.subjects.flatMap((subject) => {
    if (view.supervises && scopeAllows(session.scope.subjects, subject.subject_id)) return [subject]
    const own = blocksIn(view, state).filter(({ subject_id }) => subject_id === subject.subject_id)
    if (own.length === 0) return []
    return [
      {
        ...subject,
        ...summaryOf(own),
        block_count: own.length,
        reasons: own.flatMap((row) => row.reasons.map((reason) => `${row.block_name}：${reason}`)),
      },
    ]
  })
}

/** @throws AppError MARKING_BLOCK_NOT_FOUND for a block out of the exam or out of sight */
export function seenBlock(
  view: View,
  state: ExamProgress,
  blockId: number,
): { row: BlockRow; sight: Sight } {
  const row = state.blocks.find(({ block_id }) => block_id === blockId)
  const sight = row && view.sightOf(row)
  if (!row || !sight) throw new AppError('MARKING_BLOCK_NOT_FOUND')
  return { row: sight === 'all' ? row : withoutQuality(row), sight }
}
