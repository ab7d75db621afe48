import type { BlockProgressRow } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Static } from 'typebox'
import type { Session } from '../../http/session.ts'
import { reachesExam } from '../../http/exam-reach.ts'
import type { BlockRow, ExamProgress, SubjectRow } from './snapshot.ts'
import { summaryOf } from './snapshot.ts'

/** How much of a block the caller sees: all of it, or only the own work in it. */
export type Sight = 'all' | 'own'

/** A block with what the caller is in it. */
export type SeenBlock = Static<typeof BlockProgressRow>

/** What a view needs to know of its exam. */
export interface ViewedExam {
  id: number
  school_id: number
  grade_id: number
}

/** What a person may see of the marking of an exam. */
export interface View {
  /** Does the role supervise the exam? A guest supervises nothing, whatever they are at home. */
  byRole: boolean
  /** Is the exam held by another school than that of the role? */
  isGuest: boolean
  userId: number
  /** Blocks that the caller leads. */
  ledIds: ReadonlySet<number>
  supervises: (subjectId: number) => boolean
  sightOf: (block: { block_id: number; subject_id: number }) => Sight | null
}

/**
 * Supervisors see the subjects of their scope, a block's leader that block, a marker of a block the own
 * work in it, and everybody else nothing.
 */
export async function viewOf(db: Db, session: Session, exam: ViewedExam): Promise<View> {
  const duties = await db
    .selectFrom('block_marker')
    .innerJoin('block', 'block.id', 'block_marker.block_id')
    .where('block.exam_id', '=', exam.id)
    .where('block_marker.user_id', '=', session.userId)
    .select(['block_id', 'duty'])
    .execute()
  const sights = new Map<number, Sight>()
  for (const { block_id, duty } of duties)
    if (duty === 'leader' || !sights.has(block_id))
      sights.set(block_id, duty === 'leader' ? 'all' : 'own')
  const supervises = (subjectId?: number) =>
    reachesExam(session, 'marking.supervise', exam, subjectId)
  return {
    byRole: supervises(),
    isGuest: exam.school_id !== session.schoolId,
    userId: session.userId,
    ledIds: new Set(duties.flatMap(({ block_id, duty }) => (duty === 'leader' ? [block_id] : []))),
    supervises,
    sightOf: ({ block_id, subject_id }) =>
      supervises(subject_id) ? 'all' : (sights.get(block_id) ?? null),
  }
}

/** Rows of the blocks that the view reaches; who only marks gets no figures about how others mark. */
export const blocksIn = (view: View, { blocks }: Pick<ExamProgress, 'blocks'>): SeenBlock[] =>
  blocks.flatMap((row) => {
    const sight = view.sightOf(row)
    return sight === null ? [] : [seenAs(view, row, sight)]
  })

/** Those that the view reaches in full. */
export const wholeBlocksIn = (view: View, state: Pick<ExamProgress, 'blocks'>): SeenBlock[] =>
  blocksIn(view, state).filter((row) => row.is_supervised || row.is_led)

const seenAs = (view: View, row: BlockRow, sight: Sight): SeenBlock => ({
  ...(sight === 'all' ? row : withoutQuality(row)),
  is_supervised: view.supervises(row.subject_id),
  is_led: view.ledIds.has(row.block_id),
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
export function subjectsIn(view: View, state: ExamProgress): SubjectRow[] {
  return state.subjects.flatMap((subject) => {
    if (view.supervises(subject.subject_id)) return [subject]
    const own = blocksIn(view, state).filter(({ subject_id }) => subject_id === subject.subject_id)
    if (own.length === 0) return []
    return [
      {
        ...subject,
        ...summaryOf(own),
        block_count: own.length,
        // How the exam goes on at the schools that hold it is not for guests.
        ...(view.isGuest ? { expected: 0, scanned: 0 } : {}),
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
): { row: SeenBlock; sight: Sight } {
  const row = state.blocks.find(({ block_id }) => block_id === blockId)
  const sight = row && view.sightOf(row)
  if (!row || !sight) throw new AppError('MARKING_BLOCK_NOT_FOUND')
  return { row: seenAs(view, row, sight), sight }
}
