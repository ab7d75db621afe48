import {
  schoolTemplateApply,
  schoolTemplates,
  subjectAdd,
  subjectDelete,
  subjectExists,
  subjectList,
  subjectOrder,
  subjectTemplates,
  subjectUpdate,
} from '@hengjuan/contracts'
import {
  DEFAULT_SUBJECTS,
  isFixedSubject,
  type Stage,
  STAGES,
  SUBJECT_TEMPLATES,
  subjectName,
} from '@hengjuan/domain'
import { audit } from '../../../http/audit.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { schoolOf } from '../session-school.ts'
import {
  addSubject,
  dropSubject,
  findSubject,
  orderSubjects,
  updateSubject,
} from './change-subject.ts'
import { applyTemplate, listTemplates } from './school-template.ts'
import { selectExamCounts, selectSchoolSubjects, selectTeacherCounts } from './subject.query.ts'

const MILLI = 1000
/** A grade of each stage: 道德与法治 is called 思想政治 in the last one. */
const GRADE_OF_STAGE: Record<Stage, number> = { primary: 1, junior: 7, senior: 10 }

export function registerSubjects(target: ServeApp): void {
  serve(target, subjectList, async ({ services, session }) => {
    const schoolId = schoolOf(session)
    const [subjects, exams, teachers] = await Promise.all([
      selectSchoolSubjects(services.db, schoolId),
      selectExamCounts(services.db, schoolId),
      selectTeacherCounts(services.db, schoolId),
    ])
    return subjects.map(({ id, name, short_name, stages, used }) => ({
      subject_id: id,
      name,
      short_name,
      stages: JSON.parse(stages) as Stage[],
      fixed: isFixedSubject(id),
      used_here: used,
      exams: exams.get(id) ?? 0,
      teachers: teachers.get(id) ?? 0,
    }))
  })

  serve(target, subjectExists, async ({ query, services, session }) => {
    const known = await findSubject(services.db, schoolOf(session), query.name)
    return {
      exists: known !== null,
      subject_id: known?.id ?? null,
      used_here: known?.used ?? false,
    }
  })

  serve(target, subjectAdd, async (call) => {
    const { body, services, session } = call
    return services.db.transaction().execute(async (db) => {
      const added = await addSubject(db, schoolOf(session), body)
      await audit(db, call, {
        action: 'subject-add',
        object: `subject:${added.subject_id}`,
        after: { name: body.name },
      })
      return added
    })
  })

  serve(target, subjectUpdate, async (call) => {
    const { body, services, session } = call
    return services.db.transaction().execute(async (db) => {
      const { name } = await updateSubject(db, schoolOf(session), body)
      await audit(db, call, {
        action: 'subject-update',
        object: `subject:${body.subject_id}`,
        before: { name },
        after: { name: body.name ?? name },
      })
      return { ok: true as const }
    })
  })

  serve(target, subjectDelete, async (call) => {
    const { body, services, session } = call
    return services.db.transaction().execute(async (db) => {
      const { name } = await dropSubject(db, schoolOf(session), body.subject_id)
      await audit(db, call, {
        action: 'subject-delete',
        object: `subject:${body.subject_id}`,
        before: { name },
      })
      return { ok: true as const }
    })
  })

  serve(target, subjectOrder, async (call) => {
    const { body, services, session } = call
    return services.db.transaction().execute(async (db) => {
      await orderSubjects(db, schoolOf(session), body.subject_ids)
      await audit(db, call, { action: 'subject-order', object: 'subject' })
      return { ok: true as const }
    })
  })

  serve(target, subjectTemplates, async ({ query }) =>
    SUBJECT_TEMPLATES.filter(({ stage }) => query.stage === undefined || stage === query.stage).map(
      ({ id, name, stage, subjects }) => ({
        template_id: id,
        name: `${STAGES[stage]} · ${name}`,
        stage,
        subjects: subjects.map((one) => ({
          subject_id: one.id,
          name: subjectName(one.id, GRADE_OF_STAGE[stage], DEFAULT_SUBJECTS),
          full_milli: one.points * MILLI,
          minutes: one.minutes,
        })),
      }),
    ),
  )

  serve(target, schoolTemplates, async ({ query, services, session }) =>
    listTemplates(services.db, schoolOf(session), query.keyword ?? ''),
  )

  serve(target, schoolTemplateApply, async (call) => {
    const { body, services, session } = call
    const schoolId = schoolOf(session)
    return services.db.transaction().execute(async (db) => {
      const done = await applyTemplate(db, call, schoolId, body)
      await audit(db, call, {
        action: 'school-template',
        object: `school:${schoolId}`,
        after: { from: body.school_id, count: done.settings + done.subjects },
      })
      return done
    })
  })
}
