import {
  createSnapshot,
  fixOption,
  listSnapshots,
  previewAlarms,
  previewAll,
  previewDetail,
  previewStudents,
  studentExams,
  studentScore,
  updatePublishStatus,
} from '@hengjuan/contracts'
import { asAct } from '../acts/index.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { changeKey } from './change-key.ts'
import { selectScoreDetail } from './detail.query.ts'
import { oddScores, previewedStudents, scorePreview } from './preview.query.ts'
import { selectSnapshots } from './snapshot/snapshot.query.ts'
import { movePublished, publishScores } from './snapshot/publish.ts'
import { findStudentScore, selectStudentExams } from './student-score.ts'

export function registerScore(target: ServeApp): void {
  serve(target, fixOption, async ({ body, services, session, request }) => {
    const change = () => changeKey({ services, session, request }, body)
    if (body.preview === 1) return change()
    const place = { kind: 'key', examId: body.exam_id, subjectId: body.subject_id } as const
    return asAct({ services, session }, place, change)
  })

  serve(target, previewAll, async ({ found, services }) => scorePreview(services, found.exam))

  serve(target, previewAlarms, async ({ query, services }) => oddScores(services, query.exam_id))

  serve(target, previewStudents, async ({ query, services }) =>
    previewedStudents(services, {
      examId: query.exam_id,
      classId: query.class_id,
      keyword: query.keyword ?? '',
      page: query.page,
      limit: query.limit,
    }),
  )

  serve(target, previewDetail, async ({ query, services, session }) =>
    selectScoreDetail(services, session, {
      examId: query.exam_id,
      subjectId: query.subject_id,
      candidateId: query.candidate_id,
    }),
  )

  serve(target, createSnapshot, async ({ body, services, session, request }) =>
    asAct({ services, session }, { kind: 'publish', examId: body.exam_id }, () =>
      publishScores(
        { services, session, request },
        {
          examId: body.exam_id,
          confirmName: body.confirm_name,
          overrideReason: body.override_reason ?? null,
        },
      ),
    ),
  )

  serve(target, listSnapshots, async ({ found, services }) =>
    selectSnapshots(services.db, found.exam),
  )

  serve(target, updatePublishStatus, async ({ body, services, session, request }) => {
    const { exam_id: examId, snapshot_id: snapshotId, reason } = body
    const kind = snapshotId === null ? 'withdraw' : 'move'
    await asAct({ services, session }, { kind, examId }, () =>
      movePublished({ services, session, request }, { examId, snapshotId, reason }),
    )
    return { ok: true as const }
  })

  serve(target, studentExams, async ({ services, session }) =>
    session.studentId === null ? [] : selectStudentExams(services.db, session.studentId),
  )

  serve(target, studentScore, async ({ body, services, session }) =>
    findStudentScore(services, session, { examId: body.exam_id, examNo: body.exam_no }),
  )
}
