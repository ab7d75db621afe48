import { riskCare, riskPapers } from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { audit } from '../../../http/audit.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { imagesOf, selectOpenRisks, selectRisks, updateCare } from '../../marking-core/index.ts'

/** Papers that speak of danger go to the administrator of the student's school. @source domain rules 6.2 */
export function registerRisk(target: ServeApp): void {
  serve(target, riskPapers, async (call) => {
    const { query, services, session } = call
    const { db } = services
    const schoolId = session.schoolId ?? 0
    const waiting = await selectOpenRisks(db, schoolId)
    const open = waiting.reduce((sum, { count }) => sum + count, 0)
    if (query.count_only === 1) return { open, list: [] }
    const rows = await selectRisks(db, schoolId)
    const images = await imagesOf(
      db,
      services,
      rows.map((row) => ({ id: row.unit_id, images: row.images })),
    )
    // Who looked at such a paper, and when, has to be answerable.
    if (rows.length > 0)
      await audit(db, call, {
        action: 'risk-look',
        object: `school:${schoolId}`,
        after: { papers: rows.length },
      })
    return {
      open,
      list: rows.map(({ unit_id, images: _hashes, cared_at, cared_by, care_note, ...row }) => ({
        ...row,
        raised_by: row.raised_by ?? '其他学校的阅卷教师',
        images: images.get(unit_id) ?? [],
        care:
          cared_at === null
            ? null
            : { by_name: cared_by ?? '', at: cared_at, note: care_note ?? '' },
      })),
    }
  })

  serve(target, riskCare, async (call) => {
    const { body, services, session } = call
    const on = { riskId: body.risk_id, schoolId: session.schoolId ?? 0 }
    const note = body.note.trim()
    const care = { by: session.userId, at: isoNow(services.clock), note }
    if (!(await updateCare(services.db, on, care))) throw new AppError('MARKING_UNIT_NOT_FOUND')
    await audit(services.db, call, {
      action: 'risk-care',
      object: `problem:${body.risk_id}`,
      after: { note },
    })
    return { ok: true as const }
  })
}
