import {
  staffDetail,
  staffEndSessions,
  staffExport,
  staffLeave,
  staffNumber,
  staffReset,
  staffRoles,
  staffState,
} from '@hengjuan/contracts'
import { isUniqueViolation } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { audit } from '../../../http/audit.ts'
import { recordExport } from '../../../http/record-export.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { updateStaff } from '../change-staff.ts'
import { schoolOf } from '../session-school.ts'
import { selectStaff } from '../staff.query.ts'
import { teachingChanged } from '../teaching-change.ts'
import { changeable, changeRoles, leave, setDisabled } from './staff-acts.ts'
import {
  selectHeadedClasses,
  selectOpenBlocks,
  selectSessions,
  selectStaffHistory,
} from './staff-detail.query.ts'
import { staffFile } from './staff-file.ts'

const ALL = 100_000

export function registerStaffActs(target: ServeApp): void {
  serve(target, staffDetail, async ({ query, services, session }) => {
    const { db, clock } = services
    const ids = [query.user_id]
    const { list } = await selectStaff(
      db,
      { schoolId: schoolOf(session), ids },
      { limit: 1, offset: 0 },
    )
    const [staff] = list
    if (!staff) throw new AppError('STAFF_NOT_FOUND')
    return {
      staff,
      sessions: await selectSessions(db, staff.user_id, isoNow(clock)),
      blocks: await selectOpenBlocks(db, staff.user_id),
      class_teacher_of: await selectHeadedClasses(db, staff.user_id),
      history: await selectStaffHistory(db, staff.user_id),
    }
  })

  serve(target, staffState, async (call) => {
    const { body, services, session } = call
    return services.db.transaction().execute(async (db) => ({
      changed: await setDisabled(db, { ...call, schoolId: schoolOf(session) }, body),
    }))
  })

  serve(target, staffNumber, async (call) => {
    const { body, services, session } = call
    return services.db.transaction().execute(async (db) => {
      const [user] = await changeable(db, { ...call, schoolId: schoolOf(session) }, [body.user_id])
      try {
        await db
          .updateTable('user')
          .set({ staff_no: body.staff_no })
          .where('id', '=', body.user_id)
          .execute()
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
        throw new AppError('STAFF_NO_TAKEN', { staffNo: body.staff_no ?? '' }).withCause(error)
      }
      await audit(db, call, {
        action: 'staff-number',
        object: `user:${body.user_id}`,
        before: { staff_no: user?.staff_no ?? null },
        after: { staff_no: body.staff_no },
      })
      return { ok: true as const }
    })
  })

  serve(target, staffRoles, async (call) => {
    const done = await changeRoles({ ...call, schoolId: schoolOf(call.session) }, call.body)
    for (const userId of call.body.user_ids)
      await teachingChanged(call.services, { userId, byId: call.session.userId })
    return done
  })

  serve(target, staffReset, async (call) => {
    const { body, services, session } = call
    const schoolId = schoolOf(session)
    const users = await changeable(services.db, { ...call, schoolId }, body.user_ids)
    const accounts = []
    for (const user of users) {
      const change = await updateStaff(services, session, schoolId, {
        user_id: user.id,
        reset_password: true,
      })
      await services.db.transaction().execute(async (db) => {
        await change.write(db)
        await audit(db, call, {
          action: 'staff-update',
          object: `user:${user.id}`,
          after: { reset: true },
        })
      })
      accounts.push({
        user_id: user.id,
        name: user.own_name ?? user.name,
        account: user.account,
        initial_password: change.initialPassword ?? '',
      })
    }
    return { accounts }
  })

  serve(target, staffEndSessions, async (call) => {
    const { body, services, session } = call
    return services.db.transaction().execute(async (db) => {
      await changeable(db, { ...call, schoolId: schoolOf(session) }, [body.user_id])
      const ended = await db
        .deleteFrom('session')
        .where('user_id', '=', body.user_id)
        .where('id_hash', '!=', session.idHash)
        .executeTakeFirst()
      await audit(db, call, { action: 'staff-end-sessions', object: `user:${body.user_id}` })
      return { ended: Number(ended.numDeletedRows) }
    })
  })

  serve(target, staffLeave, async (call) => {
    const { body, services, session } = call
    const { handedOver, userIds } = await services.db.transaction().execute(async (db) => {
      const done = await leave(db, { ...call, schoolId: schoolOf(session) }, body)
      await audit(db, call, {
        action: 'staff-leave',
        object: `user:${body.user_id}`,
        after: { reason: body.reason, count: done.handedOver },
      })
      return done
    })
    for (const userId of userIds) await teachingChanged(services, { userId, byId: session.userId })
    return { handed_over: handedOver }
  })

  serve(target, staffExport, async (call) => {
    const { query, services, session } = call
    const { list } = await selectStaff(
      services.db,
      {
        schoolId: schoolOf(session),
        keyword: query.keyword,
        role: query.role,
        disabled: query.disabled ?? false,
      },
      { limit: ALL, offset: 0 },
    )
    if (list.length === 0) throw new AppError('EXPORT_EMPTY', { reason: '没有符合条件的教职工' })
    const file = await staffFile(services, list)
    await recordExport(services.db, call, {
      object: 'user',
      report: 'staff',
      rows: list.length,
      filters: query,
    })
    return file
  })
}
