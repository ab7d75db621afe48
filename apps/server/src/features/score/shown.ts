import type { Db } from '@hengjuan/db'
import { type RankType, type StudentItem, visibleRankTypes } from '@hengjuan/domain'
import { reportConfig, type ReportConfig } from '../setting/index.ts'

/** What of a result a student is shown. */
export interface Shown {
  ranks: readonly RankType[]
  items: ReadonlySet<StudentItem>
  banner: string | null
}

const shownBy = ({ ranks, policy, banner }: ReportConfig): Shown => ({
  ranks: visibleRankTypes('student', ranks),
  items: new Set(policy.shows),
  banner,
})

/** What the students of an exam are shown. */
export async function shownOf(
  db: Db,
  exam: { id: number; school_id: number; grade_id: number },
): Promise<Shown> {
  return shownBy(
    await reportConfig(db, { schoolId: exam.school_id, gradeId: exam.grade_id, examId: exam.id }),
  )
}
