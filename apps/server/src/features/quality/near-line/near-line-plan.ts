import type { Db } from '@hengjuan/db'
import { hasArbitration, linesNear, type MarkMode } from '@hengjuan/domain'
import type { BlockRow } from '../../marking-core/index.ts'
import { countOpenTotals, type NearPaper, selectNearPapers } from './near-line.query.ts'
import { type NearLineRule, selectSubjectBlocks, settlingOf } from './near-line-rule.ts'

/** What a run of the rule would send to a second reading now, by line and by block. */
export async function nearLinePlan(
  db: Db,
  subject: { examId: number; subjectId: number },
  rule: NearLineRule,
) {
  const papers = await selectNearPapers(db, subject, rule)
  const near = rule.lines.map((line, place) => {
    const own = papers.filter(({ totalMilli }) =>
      linesNear(totalMilli, rule.lines, rule.windowMilli).includes(place),
    )
    return { ...line, candidates: candidatesIn(own), papers: own.length }
  })
  return {
    papers,
    candidates: candidatesIn(papers),
    openCandidates: await countOpenTotals(db, subject),
    lines: near,
  }
}

const candidatesIn = (papers: readonly NearPaper[]): number =>
  new Set(papers.map(({ candidateId }) => candidateId)).size

/** The blocks of a subject, with what stands against a second reading of their papers. */
export async function nearLineBlocks(
  db: Db,
  { examId, subjectId }: { examId: number; subjectId: number },
  rule: Pick<NearLineRule, 'singleMode'>,
  papers: readonly NearPaper[],
) {
  const blocks = await selectSubjectBlocks(db, examId, subjectId)
  const people = await db
    .selectFrom('block_marker')
    .innerJoin('block', 'block.id', 'block_marker.block_id')
    .where('block.exam_id', '=', examId)
    .where('block.subject_id', '=', subjectId)
    .where('block_marker.suspended_at', 'is', null)
    .select(['block_marker.block_id', 'block_marker.duty'])
    .execute()
  const perBlock = Map.groupBy(papers, ({ blockId }) => blockId)
  return blocks.map((block) => {
    const own = people.filter(({ block_id }) => block_id === block.id)
    const settling = settlingOf(block, rule)
    const count = perBlock.get(block.id)?.length ?? 0
    return {
      block,
      settling,
      papers: count,
      warning: count === 0 ? null : warningOf(block, settling.mode, own),
    }
  })
}

function warningOf(
  { status }: BlockRow,
  mode: MarkMode,
  people: readonly { duty: string }[],
): string | null {
  const markers = people.filter(({ duty }) => duty === 'marker').length
  if (markers < 2) return `只有 ${markers} 名阅卷教师，没有第二人可以评阅，请先添加`
  if (mode > 2 && markers < 3) return '只有 2 名阅卷教师，需要三评时没有第三人，请先添加'
  if (hasArbitration(mode) && markers === people.length)
    return '没有仲裁教师，超过误差的试卷无人裁定，请先添加'
  if (status === 'paused') return '题块已暂停，恢复后才会有人评阅'
  return status === 'closed' ? '题块已结束，送去复评时会重新开启' : null
}
