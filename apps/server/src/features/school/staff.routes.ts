import { staffAdd, staffDelete, staffImport, staffList, staffUpdate } from '@hengjuan/contracts'
import { isoNow } from '../../clock.ts'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { disableStaff, insertStaff, prepareStaff, updateStaff } from './change-staff.ts'
import { importStaff, prepareStaffTable, readStaffTable } from './import-staff.ts'
import { schoolOf } from './session-school.ts'
import { selectStaff } from './staff.query.ts'
import { registerStaffActs } from './staff/staff-acts.routes.ts'
import { teachingChanged } from './teaching-change.ts'

export function registerStaff(target: ServeApp): void {
  serve(target, staffList, async ({ query, services, session }) => {
    const { page = 1, limit = 20 } = query
    const { list, total } = await selectStaff(
      services.db,
      {
        schoolId: schoolOf(session),
        keyword: query.keyword,
        role: query.role,
        disabled: query.disabled ?? false,
      },
      { limit, offset: (page - 1) * limit },
    )
    return { list, total, page, page_size: limit }
  })

  registerStaffActs(target)

  serve(target, staffAdd, async (call) => {
    const { body, services, session } = call
    const schoolId = schoolOf(session)
    const person = await prepareStaff(services.db, session, schoolId, body)
    return services.db.transaction().execute(async (db) => {
      const userId = await insertStaff(db, schoolId, person, isoNow(services.clock))
      await audit(db, call, {
        action: 'staff-add',
        object: `user:${userId}`,
        after: { roles: person.roles },
      })
      return { user_id: userId, initial_password: person.initialPassword }
    })
  })

  serve(target, staffUpdate, async (call) => {
    const { body, services, session } = call
    const change = await updateStaff(services, session, schoolOf(session), body)
    await services.db.transaction().execute(async (db) => {
      await change.write(db)
      await audit(db, call, {
        action: 'staff-update',
        object: `user:${body.user_id}`,
        before: change.before,
        after: {
          roles: body.roles,
          teaching: body.teaching,
          disabled: body.disabled,
          reset: body.reset_password,
        },
      })
    })
    if (body.teaching || body.roles)
      await teachingChanged(services, { userId: body.user_id, byId: session.userId })
    return { initial_password: change.initialPassword }
  })

  serve(target, staffDelete, async (call) => {
    const { body, services, session } = call
    return services.db.transaction().execute(async (db) => {
      const disabled = await disableStaff(services, db, session, schoolOf(session), body.user_ids)
      await audit(db, call, { action: 'staff-disable', object: 'user', after: body.user_ids })
      return { disabled }
    })
  })

  serve(target, staffImport, async (call) => {
    const { file, services, session } = call
    const schoolId = schoolOf(session)
    const table = await readStaffTable(file)
    const place = { schoolId, by: session, now: isoNow(services.clock) }
    const people = await prepareStaffTable(services.db, place, table)
    return services.db.transaction().execute(async (db) => {
      const { accounts } = await importStaff(db, place, people)
      await audit(db, call, {
        action: 'staff-import',
        object: `school:${schoolId}`,
        after: accounts.map(({ account }) => account),
      })
      return { added: accounts.length, accounts }
    })
  })
}
