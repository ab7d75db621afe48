import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AppError } from '@hengjuan/domain'
import { type DocumentPart, renderDocument } from '@hengjuan/sheet'
import { defineJob } from '../../../jobs/index.ts'
import type { Services } from '../../../services.ts'
import { wallDay } from '../../../wall-clock.ts'
import {
  fillResults,
  type ResultHead,
  type ResultDetail,
  type ResultSummary,
  type Shown,
  shownOf,
  storedResults,
  toldOf,
} from '../../score/index.ts'
import { type PageWords, parentPage, type ParentResult } from './parent-page.ts'

export interface ParentsOrder extends PageWords {
  examId: number
  classId: number
  /** The version that students were told when it was ordered. */
  snapshotId: number
  iso: string
}

/** One page for each student of a class, in one file. */
export const parentsJob = defineJob<ParentsOrder>(
  'report.parents',
  { title: '家长一页', queue: 'report' },
  async ({ services, signal, progress, saveFile }, order) => {
    progress(0, 2, '统计')
    const results = await parentResults(services, order)
    const [first] = results
    if (!first) throw new AppError('EXPORT_EMPTY', { reason: '这个班没有已发布的成绩' })
    signal.throwIfAborted()
    progress(1, 2, '排版')
    const { exam_name, class_name, version } = first.told
    const folder = await mkdtemp(path.join(tmpdir(), 'hengjuan-parents-'))
    try {
      const file = path.join(folder, 'parents.pdf')
      const bytes = await renderDocument({
        title: `${exam_name} ${class_name} 家长一页`,
        footer: `${exam_name} · ${class_name} · 成绩版本 v${version} · 仅供本人与家长`,
        parts: results.flatMap((result, at): DocumentPart[] => [
          ...(at === 0 ? [] : [{ kind: 'pageBreak' as const }]),
          ...parentPage(result, order),
        ]),
      })
      await writeFile(file, bytes)
      const name = [exam_name, class_name, '家长一页', `v${version}`, wallDay(order.iso)]
      await saveFile({
        name: `${name.join('_').replaceAll(/[\\/:*?"<>|]/g, '_')}.pdf`,
        mime: 'application/pdf',
        body: createReadStream(file),
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)

/** What each student of a class was told, by the policy that holds now. */
export async function parentResults(
  services: Services,
  { examId, classId, snapshotId }: Pick<ParentsOrder, 'examId' | 'classId' | 'snapshotId'>,
): Promise<ParentResult[]> {
  const { db } = services
  await fillResults(services, snapshotId)
  const exam = await db
    .selectFrom('exam')
    .where('id', '=', examId)
    .select(['id', 'school_id', 'grade_id', 'published_at'])
    .executeTakeFirstOrThrow()
  const shown = await shownOf(db, exam)
  const rows = await storedResults(db, snapshotId)
    .innerJoin('candidate', 'candidate.id', 'exam_result.candidate_id')
    .where('exam_result.class_id', '=', classId)
    .orderBy('candidate.exam_no')
    .execute()
  return rows.map((row) => resultOf(row, shown, exam.published_at))
}

function resultOf(
  row: { head: string; summary: string; detail: string },
  shown: Shown,
  publishedAt: string | null,
): ParentResult {
  const head = JSON.parse(row.head) as ResultHead
  const summary = JSON.parse(row.summary) as ResultSummary
  const detail = JSON.parse(row.detail) as ResultDetail
  const told = toldOf(row, { publishedAt, shown })
  // A standard score tells a rank: it is drawn where ranks are told. @source reports 2.2
  const isZ = told.form === 'scores' && shown.ranks.includes('school')
  return {
    told,
    z: isZ ? head.subjects.map((_, at) => summary.subjects[at]?.z ?? null) : null,
    subjects: told.subjects.map((subject, at) => ({
      name: subject.subject_name,
      questions:
        detail[at] === null || detail[at] === undefined
          ? []
          : subject.items.map(({ no, outcome }, index) => {
              const { num, den } = head.subjects[at]?.items[index]?.classRate ?? { num: 0, den: 0 }
              return { no, outcome, classRate: den === 0 ? null : num / den }
            }),
    })),
  }
}
