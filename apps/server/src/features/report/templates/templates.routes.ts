import {
  OWN_METRICS,
  STANDARD_METRICS,
  type OwnMetric,
  type OwnRows,
  ownTemplateRemove,
  ownTemplates,
  ownTemplateSave,
} from '@hengjuan/contracts'
import { type Db, isUniqueViolation, transact } from '@hengjuan/db'
import {
  AppError,
  compositeIndex,
  FormulaProblem,
  mayDo,
  PERMISSIONS,
  roleLabel,
  standardWeights,
} from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { audit } from '../../../http/audit.ts'
import type { Session } from '../../../http/session.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'

type Body = Record<'by' | 'metrics' | 'formula' | 'index_name', string>

/** Tables of one's own that a school keeps. @source reports P15 */
export function serveTemplates(target: ServeApp): void {
  serve(target, ownTemplates, async ({ services, session }) => {
    const rows = await services.db
      .selectFrom('report_template')
      .innerJoin('user', 'user.id', 'report_template.owner_id')
      .where('report_template.school_id', '=', session.schoolId ?? -1)
      .selectAll('report_template')
      .select('user.name as owner_name')
      .orderBy('report_template.name')
      .execute()
    return rows.map((row) => ({
      template_id: row.id,
      name: row.name,
      ...(JSON.parse(row.body) as Body & { by: OwnRows }),
      owner_name: row.owner_name,
      version: row.version,
      changed_at: row.changed_at,
      may_change: mayChange(session, row),
    }))
  })

  serve(target, ownTemplateSave, async ({ body, services, session, request }) => {
    const { template_id: id, version, name: typed, ...table } = body
    const name = typed.trim()
    assertTable(table, name)
    const now = { changed_by: session.userId, changed_at: isoNow(services.clock) }
    const schoolId = session.schoolId ?? -1
    try {
      return await transact(services.db, async (db) => {
        const text = JSON.stringify(table)
        await audit(
          db,
          { services, session, request },
          { action: 'report-template', object: `school:${schoolId}`, after: { name, ...table } },
        )
        if (id === undefined) {
          const made = await db
            .insertInto('report_template')
            .values({ school_id: schoolId, name, body: text, owner_id: session.userId, ...now })
            .returning('id')
            .executeTakeFirstOrThrow()
          return { template_id: made.id, version: 1 }
        }
        const known = await ownTemplate(db, session, id)
        const changed = await db
          .updateTable('report_template')
          .set({ name, body: text, version: known.version + 1, ...now })
          .where('id', '=', id)
          .where('version', '=', version ?? 0)
          .returning('version')
          .executeTakeFirst()
        if (!changed) throw new AppError('VERSION_CONFLICT', { what: `模板「${known.name}」` })
        return { template_id: id, version: changed.version }
      })
    } catch (error) {
      if (isUniqueViolation(error)) throw new AppError('REPORT_TEMPLATE_TAKEN', { name })
      throw error
    }
  })

  serve(target, ownTemplateRemove, async ({ body, services, session, request }) => {
    await transact(services.db, async (db) => {
      const known = await ownTemplate(db, session, body.template_id)
      await db.deleteFrom('report_template').where('id', '=', known.id).execute()
      await audit(
        db,
        { services, session, request },
        {
          action: 'report-template-remove',
          object: `school:${known.school_id}`,
          before: { name: known.name },
        },
      )
    })
    return { ok: true as const }
  })
}

const mayChange = (session: Session, { owner_id }: { owner_id: number }): boolean =>
  owner_id === session.userId || mayDo(session.role, 'report.configure')

/** @throws AppError NOT_FOUND for one of another school, NOT_ALLOWED for another's */
async function ownTemplate(db: Db, session: Session, id: number) {
  const known = await db
    .selectFrom('report_template')
    .where('id', '=', id)
    .where('school_id', '=', session.schoolId ?? -1)
    .selectAll()
    .executeTakeFirst()
  if (!known) throw new AppError('NOT_FOUND', { what: '模板' })
  if (!mayChange(session, known))
    throw new AppError('NOT_ALLOWED', {
      role: roleLabel(session.role),
      action: PERMISSIONS['report.configure'].label,
    })
  return known
}

/** @throws AppError INPUT_INVALID, FORMULA_WRONG */
function assertTable({ metrics, formula }: Pick<Body, 'metrics' | 'formula'>, name: string): void {
  const codes = metrics.split(',').filter((one) => one !== '')
  const stranger = codes.find((code) => !Object.hasOwn(OWN_METRICS, code))
  if (codes.length === 0 || stranger !== undefined || name === '')
    throw new AppError('INPUT_INVALID').withDetails([
      name === ''
        ? { path: 'name', message: '请填写模板名称' }
        : { path: 'metrics', message: '请选择已有的指标' },
    ])
  if (formula === '') return
  const names = (Object.keys(OWN_METRICS) as OwnMetric[]).map((code) => OWN_METRICS[code].name)
  const standardNames = (Object.keys(STANDARD_METRICS) as OwnMetric[]).map(
    (code) => OWN_METRICS[code].name,
  )
  try {
    if (!standardWeights(formula, standardNames)) compositeIndex(formula, ['满分', ...names])
  } catch (error) {
    if (error instanceof FormulaProblem)
      throw new AppError('FORMULA_WRONG', { reason: error.message })
    throw error
  }
}
