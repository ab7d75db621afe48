import { auditExport, auditList } from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { assertManagesServer } from '../../http/server-manager.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { fittingWidths } from '../../spreadsheet/fitting-widths.ts'
import { xlsxReply } from '../../spreadsheet/xlsx-reply.ts'
import { writeXlsx } from '../../spreadsheet/xlsx-writer.ts'
import { wallTime } from '../../wall-clock.ts'
import { type AuditFilter, countAudit, selectAudit } from './audit.query.ts'
import { describeAudit } from './describe-audit.ts'

/** More would be no table that anybody reads. */
const EXPORT_MOST = 20_000

export function registerAudit(target: ServeApp): void {
  serve(target, auditList, async ({ query, services, session }) => {
    const filter = await filterOf(services, session, query)
    const { page = 1, limit = 20 } = query
    const rows = await selectAudit(services.db, filter, { limit, offset: (page - 1) * limit })
    return {
      list: await describeAudit(services.db, rows),
      total: await countAudit(services.db, filter),
      page,
      page_size: limit,
    }
  })

  serve(target, auditExport, async (call) => {
    const { query, services, session } = call
    const filter = await filterOf(services, session, query)
    const rows = await selectAudit(services.db, filter, { limit: EXPORT_MOST, offset: 0 })
    if (rows.length === 0) throw new AppError('EXPORT_EMPTY', { reason: '没有符合条件的记录' })
    const described = await describeAudit(services.db, rows)
    await audit(services.db, call, {
      action: 'audit-export',
      object: 'audit',
      after: { rows: rows.length, ...query },
    })
    const head = ['时间', '学校', '操作人', '账号', '身份', '操作', '对象', '内容', '设备', '编号']
    const cells = described.map((row) => [
      wallTime(row.at),
      row.school_name ?? '',
      row.user_name ?? '系统',
      row.account ?? '',
      row.role_name ?? '',
      row.action_label,
      row.object_label,
      row.fields
        .map(({ label, before, after }) =>
          before === null ? `${label}：${after}` : `${label}：${before} → ${after ?? '（空）'}`,
        )
        .join('；'),
      row.client ?? '',
      row.request_id,
    ])
    const body = await writeXlsx([
      {
        name: '操作记录',
        widths: fittingWidths(head, cells),
        frozenRows: 1,
        frozenColumns: 1,
        rows: [{ cells: head, style: 'head' }, ...cells.map((row) => ({ cells: row }))],
      },
    ])
    return xlsxReply(['操作记录'], isoNow(services.clock), body)
  })
}

interface Asked {
  from?: string | undefined
  to?: string | undefined
  user_id?: number | undefined
  action?: string | undefined
  object?: string | undefined
  keyword?: string | undefined
  all?: boolean | undefined
}

/** A school's administrators see the record of their school. @throws AppError SERVER_NOT_MANAGED */
async function filterOf(services: Services, session: Session, asked: Asked): Promise<AuditFilter> {
  const { user_id: userId, all, ...rest } = asked
  if (all) await assertManagesServer(services, session)
  // A role without a school has nothing of its own; 0 is no school.
  return { ...rest, userId, schoolId: all ? null : (session.schoolId ?? 0) }
}
