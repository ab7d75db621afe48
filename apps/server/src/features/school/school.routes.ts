import {
  getSubjects,
  schoolMarkers,
  schoolStudents,
  schoolSubjects,
  schoolSystem,
} from '@hengjuan/contracts'
import { mayDo, type Role, scopeAllows } from '@hengjuan/domain'
import { serve, type ServeApp } from '../../http/serve.ts'
import { registerAuthority } from './authority/authority.routes.ts'
import { selectSubjects } from './class.query.ts'
import { registerClasses } from './classes/class.routes.ts'
import { schoolTree } from './school-tree.ts'
import { schoolOf } from './session-school.ts'
import { selectStaff } from './staff.query.ts'
import { registerStaff } from './staff.routes.ts'
import { selectStudents } from './student.query.ts'
import { registerStudents } from './student.routes.ts'
import { registerSubjects } from './subjects/subject.routes.ts'
import { selectSchoolSubjects } from './subjects/subject.query.ts'
import { registerYear } from './year/year.routes.ts'

const ALL = 100_000

export function registerSchool(target: ServeApp): void {
  serve(target, schoolSystem, async ({ services, session }) =>
    schoolTree(services.db, schoolOf(session), session.scope),
  )

  serve(target, schoolSubjects, async ({ services, session }) =>
    (await selectSchoolSubjects(services.db, schoolOf(session)))
      .filter(({ id, used }) => used && scopeAllows(session.scope.subjects, id))
      .map(subjectOnWire),
  )

  serve(target, getSubjects, async ({ services }) =>
    (await selectSubjects(services.db)).map(subjectOnWire),
  )

  serve(target, schoolMarkers, async ({ query, services, session }) => {
    const { list } = await selectStaff(
      services.db,
      { schoolId: schoolOf(session), keyword: query.keyword, disabled: false },
      { limit: ALL, offset: 0 },
    )
    return list
      .map(({ user_id, name, account, roles, teaching }) => {
        const marking = roles.filter(({ role }) => mayDo(role as Role, 'marking.mark'))
        const listed = marking.flatMap(({ subject_ids }) =>
          subject_ids === 'all' ? [] : subject_ids,
        )
        const taught = teaching.map(({ subject_id }) => subject_id)
        return {
          user_id,
          name,
          account,
          role_names: marking.map(({ role_name }) => role_name),
          subject_ids: [...new Set([...listed, ...taught])].sort((a, b) => a - b),
        }
      })
      .filter(
        ({ role_names, subject_ids }) =>
          role_names.length > 0 &&
          (query.subject_id === undefined || subject_ids.includes(query.subject_id)),
      )
  })

  serve(target, schoolStudents, async ({ query, services, session }) => {
    const { list } = await selectStudents(
      services.db,
      {
        schoolId: schoolOf(session),
        scope: session.scope,
        classIds: query.class_id === undefined ? undefined : [query.class_id],
        gradeId: query.grade_id,
        left: false,
      },
      { limit: ALL, offset: 0 },
    )
    return list
  })

  registerClasses(target)
  registerYear(target)
  registerSubjects(target)
  registerAuthority(target)
  registerStudents(target)
  registerStaff(target)
}

const subjectOnWire = (row: { id: number; name: string; short_name: string; custom: number }) => ({
  subject_id: row.id,
  name: row.name,
  short_name: row.short_name,
  custom: row.custom === 1,
})
