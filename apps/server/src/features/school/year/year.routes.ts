import { promotion, termList, termSave } from '@hengjuan/contracts'
import { isoNow } from '../../../clock.ts'
import { audit } from '../../../http/audit.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { wallDay } from '../../../wall-clock.ts'
import { schoolOf } from '../session-school.ts'
import { applyPromotion } from './promotion-apply.ts'
import { describePromotion } from './promotion-plan.ts'
import { undoPromotion } from './promotion-undo.ts'
import { saveTerm, selectTerms } from './term.ts'

export function registerYear(target: ServeApp): void {
  serve(target, termList, async ({ services, session }) =>
    selectTerms(services.db, schoolOf(session), wallDay(isoNow(services.clock))),
  )

  serve(target, termSave, async (call) => {
    const { body, services, session } = call
    const schoolId = schoolOf(session)
    return services.db.transaction().execute(async (db) => {
      await saveTerm(db, schoolId, body)
      await audit(db, call, { action: 'term-save', object: `school:${schoolId}`, after: body })
      return selectTerms(db, schoolId, wallDay(isoNow(services.clock)))
    })
  })

  serve(target, promotion, async (call) => {
    const { body, services, session } = call
    const schoolId = schoolOf(session)
    const now = isoNow(services.clock)
    if (body.phase === 'plan') return describePromotion(services.db, schoolId, body, now)
    const act = { services, session, schoolId }
    const isApplied = body.phase === 'apply'
    return services.db.transaction().execute(async (db) => {
      const plan = await describePromotion(db, schoolId, body, now)
      if (isApplied) await applyPromotion(db, act, body)
      else await undoPromotion(db, act, body.year)
      await audit(db, call, {
        action: isApplied ? 'school-promote' : 'school-promote-undo',
        object: `school:${schoolId}`,
        after: { year: body.year },
      })
      const after = await describePromotion(db, schoolId, { phase: 'plan', year: body.year }, now)
      return { ...after, changed: plan.changed, graduated: plan.graduated }
    })
  })
}
