import {
  AppError,
  formatMilli,
  IDENTICAL_OUTCOMES,
  NO_MARK_REASONS,
  PAPER_STATES,
} from '@hengjuan/domain'
import type { Db } from '@hengjuan/db'
import type { Session } from '../../../http/session.ts'
import { reachesExam } from '../../../http/exam-reach.ts'
import { listSheet } from '../../../spreadsheet/list-sheet.ts'
import { wallTime } from '../../../wall-clock.ts'
import { paperStateOf } from '../../marking-core/index.ts'
import { selectBlocksOfExam } from './pair.query.ts'
import { type Pair, pairsOf } from './pairs.ts'

/**
 * The pairs of an exam that somebody sees: of the subjects that they supervise, and of the blocks they lead.
 *
 * @throws AppError MARKING_LEADS_NOTHING for whoever sees no block of the exam
 */
export async function reportedPairs(
  db: Db,
  session: Session,
  exam: { id: number; school_id: number; grade_id: number },
): Promise<Pair[]> {
  const blocks = (await selectBlocksOfExam(db, exam.id, session.userId)).filter(
    ({ subject_id, led_by }) =>
      led_by !== null || reachesExam(session, 'marking.supervise', exam, subject_id),
  )
  if (blocks.length === 0) throw new AppError('MARKING_LEADS_NOTHING')
  return pairsOf(
    db,
    blocks.map(({ id }) => id),
  )
}

/** Why a final mark is 0, where it is not for what was written. */
const FINAL_REASONS: Record<string, string> = { ...NO_MARK_REASONS, NR: '空白' }

/** One row a pair; whose papers they are only for who manages the exam. */
export function identicalWorkbook(
  examName: string,
  pairs: readonly Pair[],
  hasNames: boolean,
): Promise<Buffer> {
  const isJoint = pairs.some(({ papers }) => papers.some(({ is_joint }) => is_joint === 1))
  const person = hasNames ? ['考号', '姓名', ...(isJoint ? ['学校'] : []), '班级'] : []
  const side = (letter: string) =>
    ['密号', ...person, '状态', '终评分'].map((title) => `${letter} ${title}`)
  const head = [
    '科目',
    '题块',
    ...side('甲'),
    ...side('乙'),
    '同组份数',
    '提出人',
    '说明',
    '处理',
    '原因',
    '处理人',
    '处理时间',
  ]
  const cells = pairs.map(({ papers, named, groupSize, verdict }) => [
    papers[0].subject_name,
    papers[0].block_name,
    ...papers.flatMap((paper) => [
      paper.secret_code,
      ...(hasNames
        ? [
            paper.exam_no,
            paper.student_name,
            ...(isJoint ? [paper.school_name] : []),
            paper.class_name,
          ]
        : []),
      FINAL_REASONS[paper.final_reason ?? ''] ?? PAPER_STATES[paperStateOf(paper) as 'OUT'],
      paper.final_milli === null ? null : Number(formatMilli(paper.final_milli)),
    ]),
    groupSize,
    named.by ?? '系统',
    named.note,
    verdict ? IDENTICAL_OUTCOMES[verdict.outcome] : '未处理',
    verdict?.reason ?? '',
    verdict?.by_name ?? '',
    verdict ? wallTime(verdict.at) : '',
  ])
  return listSheet({
    name: '雷同卷',
    title: `${examName} 雷同卷报告`,
    head,
    rows: cells,
    notes: ['一行为一对试卷，同组份数含这两份'],
  })
}
