import {
  createSnapshot,
  fixOption,
  type InputOf,
  listReleases,
  listSnapshots,
  markAlarm,
  ownBook,
  ownPictures,
  planRelease,
  previewAlarms,
  previewAll,
  previewAsStudent,
  previewDetail,
  previewStudents,
  studentExams,
  studentScore,
  updatePublishStatus,
} from '@hengjuan/contracts'
import { AppError, mayDo, PERMISSIONS, roleLabel } from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { asAct } from '../acts/index.ts'
import { reportConfig } from '../setting/index.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { changeKey } from './change-key.ts'
import { markScoreAlarm } from './mark-alarm.ts'
import { selectScoreDetail } from './detail.query.ts'
import { oddScores, previewedStudents, scorePreview } from './preview.query.ts'
import { type Audiences, EVERYBODY } from './snapshot/audiences.ts'
import { selectReleases } from './snapshot/list-releases.ts'
import { flushLooks } from './snapshot/looks.ts'
import { actOnRelease } from './snapshot/plan-release.ts'
import { selectSnapshots } from './snapshot/snapshot.query.ts'
import { movePublished, publishScores } from './snapshot/publish.ts'
import { selectOwnBook } from './own-book.ts'
import { selectOwnPictures } from './own-pictures.ts'
import { queryByPassword } from './public-query.ts'
import { studentPreview } from './student-preview.ts'
import { findStudentScore, selectStudentExams } from './student-score.ts'

export function registerScore(target: ServeApp): void {
  serve(target, fixOption, async ({ body, services, session, request }) => {
    const change = () => changeKey({ services, session, request }, body)
    if (body.preview === 1) return change()
    const place = { kind: 'key', examId: body.exam_id, subjectId: body.subject_id } as const
    return asAct({ services, session }, place, change)
  })

  serve(target, previewAll, async ({ found, services }) => {
    const { exam } = found
    const { policy, banner, ranks } = await reportConfig(services.db, {
      schoolId: exam.school_id,
      gradeId: exam.grade_id,
      examId: exam.id,
    })
    return {
      ...(await scorePreview(services, exam)),
      policy: {
        profile: policy.profile,
        banner,
        shows: [...policy.shows],
        ranks: ranks.student && ranks.types.length > 0,
      },
    }
  })

  serve(target, previewAlarms, async ({ query, services }) => oddScores(services, query.exam_id))

  serve(target, markAlarm, async ({ body, services, session, request }) => {
    await markScoreAlarm({ services, session, request }, body)
    return { ok: true as const }
  })

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

  serve(target, previewAsStudent, async ({ query, found, services }) =>
    studentPreview(services, found.exam, query.candidate_id),
  )

  serve(target, createSnapshot, async ({ body, services, session, request }) =>
    asAct({ services, session }, { kind: 'publish', examId: body.exam_id }, async () => {
      const act = { services, session, request }
      const audiences = audiencesOf(body, isoNow(services.clock))
      const published = await publishScores(act, {
        examId: body.exam_id,
        confirmName: body.confirm_name,
        overrideReason: body.override_reason ?? null,
        audiences,
        name: body.name,
      })
      if (body.at !== undefined)
        await actOnRelease(act, {
          action: 'schedule',
          audience: 'students',
          exam_id: body.exam_id,
          snapshot_id: published.snapshot_id,
          at: body.at,
        })
      return published
    }),
  )

  serve(target, listReleases, async ({ found, services }) => {
    await flushLooks(services)
    return selectReleases(services.db, found.exam)
  })

  serve(target, planRelease, async ({ body, services, session, request }) => {
    await flushLooks(services)
    await actOnRelease({ services, session, request }, body)
    return { ok: true as const }
  })

  serve(target, listSnapshots, async ({ found, services }) =>
    selectSnapshots(services.db, found.exam),
  )

  serve(target, updatePublishStatus, async ({ body, services, session, request }) => {
    const { exam_id: examId, snapshot_id: snapshotId, reason } = body
    const kind = snapshotId === null ? 'withdraw' : 'move'
    await flushLooks(services)
    await asAct({ services, session }, { kind, examId }, () =>
      movePublished({ services, session, request }, { examId, snapshotId, reason }),
    )
    return { ok: true as const }
  })

  serve(target, studentExams, async ({ services, session }) =>
    session.studentId === null ? [] : selectStudentExams(services.db, session.studentId),
  )

  serve(target, ownBook, async ({ query, services, session }) =>
    selectOwnBook(services, session.studentId ?? -1, query.exam_id),
  )

  serve(target, ownPictures, async ({ query, services, session }) =>
    selectOwnPictures(services, session.studentId ?? -1, query),
  )

  serve(target, studentScore, async (call) => {
    const { body, services, request } = call
    const query = { examId: body.exam_id, examNo: body.exam_no }
    if (body.password !== undefined)
      return queryByPassword(services, {
        ...query,
        password: body.password,
        address: request.ip,
      })
    const { session } = call
    if (!mayDo(session.role, 'student.score'))
      throw new AppError('NOT_ALLOWED', {
        role: roleLabel(session.role),
        action: PERMISSIONS['student.score'].label,
      })
    return findStudentScore(services, session, query)
  })
}

/** Who sees a new version at once. @throws AppError RELEASE_TEACHERS_FIRST, RELEASE_AT_PAST before anything is made */
function audiencesOf(
  { audiences, at }: InputOf<typeof createSnapshot>['body'],
  now: string,
): Audiences {
  const told = audiences
    ? { teachers: audiences.includes('teachers'), students: audiences.includes('students') }
    : EVERYBODY
  if (at === undefined) {
    if (told.students && !told.teachers) throw new AppError('RELEASE_TEACHERS_FIRST')
    return told
  }
  if (!told.teachers) throw new AppError('RELEASE_TEACHERS_FIRST')
  if (!(Date.parse(at) > Date.parse(now))) throw new AppError('RELEASE_AT_PAST')
  return { ...told, students: false }
}
