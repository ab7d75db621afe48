import {
  absenceAsks,
  askAnswer,
  askDetail,
  askScores,
  confirmAbsence,
  ownAsks,
  previewSchools,
} from '@hengjuan/contracts'
import { AppError, askedUnit, OBJECTION_LEAST } from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { confirmAbsences } from '../scan/index.ts'
import { unitFigures } from '../score/index.ts'
import { askAbsences } from './ask-absences.ts'
import { askUnits } from './ask-units.ts'
import { countChangedSince, selectAnswers, selectAsks } from './exam-ask.query.ts'
import { absencesOf, asksOf, detailOf, findOwnAsk } from './own-asks.ts'

export function registerExamAsk(target: ServeApp): void {
  registerAsking(target)
  registerAnswering(target)
}

function registerAsking(target: ServeApp): void {
  serve(target, previewSchools, async ({ found, services }) => {
    const { exam } = found
    const by = askedUnit(exam.scope)
    const figures = await unitFigures(services, exam.id, by)
    const place = { examId: exam.id, kind: 'scores', subjectId: null } as const
    const asks = new Map((await selectAsks(services.db, place)).map((row) => [row.unit_id, row]))
    const changes = await countChangedSince(services.db, exam.id, by)
    return {
      by,
      list: figures.map(({ id, name, registered, present, meanMilli }) => {
        const ask = asks.get(id)
        const at = ask?.at ?? null
        return {
          unit_id: id,
          name,
          registered,
          present,
          mean_milli: meanMilli,
          state: ask?.state ?? null,
          note: ask?.note ?? '',
          by_name: ask?.by_name ?? null,
          at,
          deadline: ask?.deadline ?? null,
          changed:
            at === null ? 0 : changes.filter((one) => one.unitId === id && one.at > at).length,
        }
      }),
    }
  })

  serve(target, askScores, async ({ body, found, services, session, request }) => {
    const { exam } = found
    if (exam.published_snapshot_id !== null)
      throw new AppError('EXAM_PUBLISHED', { action: '请各方核对成绩' })
    const units = await unitFigures(services, exam.id, askedUnit(exam.scope))
    const wanted = units.filter(({ id }) => body.unit_ids?.includes(id) ?? true)
    return askUnits(
      { services, session, request },
      {
        exam,
        kind: 'scores',
        subject: null,
        unitIds: wanted.map(({ id }) => id),
        deadline: body.deadline ?? null,
      },
    )
  })

  serve(target, confirmAbsence, async ({ body, found, services, session, request }) => {
    const act = { services, session, request }
    if (body.ask) {
      const told = await askAbsences(act, found.exam, body)
      return { confirmed: 0, decision_ids: [], ...told }
    }
    const ids = body.candidate_ids ?? []
    if (ids.length === 0)
      throw new AppError('INPUT_INVALID').withDetails([
        { path: 'candidate_ids', message: '必须填写' },
      ])
    const place = { examId: body.exam_id, subjectId: body.subject_id }
    const made = await confirmAbsences({ ...act, ...place }, ids)
    return { ...made, asked: 0, recipients: 0 }
  })

  serve(target, absenceAsks, async ({ query, services }) => {
    const { db } = services
    const { exam_id: examId, subject_id: subjectId } = query
    const asks = await selectAsks(db, { examId, kind: 'absence', subjectId })
    const names = new Map<number, string>()
    for (const table of ['class', 'school'] as const) {
      const ids = asks.filter(({ unit }) => unit === table).map(({ unit_id }) => unit_id)
      if (ids.length === 0) continue
      const rows = await db
        .selectFrom(table)
        .where('id', 'in', ids)
        .select(['id', 'name'])
        .execute()
      for (const { id, name } of rows) names.set(id, name)
    }
    return {
      units: asks.map(({ unit_id, state, by_name, at, deadline }) => ({
        name: names.get(unit_id) ?? '',
        state,
        by_name,
        at,
        deadline,
      })),
      answers: await selectAnswers(
        db,
        asks.map(({ id }) => id),
      ),
    }
  })
}

function registerAnswering(target: ServeApp): void {
  serve(target, ownAsks, async ({ services, session }) => asksOf(services, session))

  serve(target, askDetail, async ({ query, services, session }) =>
    detailOf(services, await findOwnAsk(services, session, query.ask_id)),
  )

  serve(target, askAnswer, async (call) => {
    const { body, services, session } = call
    const ask = await findOwnAsk(services, session, body.ask_id)
    if (ask.published_snapshot_id !== null)
      throw new AppError('EXAM_PUBLISHED', { action: '再答复核对' })
    const note = body.note?.trim() ?? ''
    if (body.state === 'objected' && note.length < OBJECTION_LEAST)
      throw new AppError('EXAM_ASK_NOTE')
    const answers = ask.kind === 'absence' ? (body.answers ?? []) : []
    if (ask.kind === 'absence') {
      const people = await absencesOf(services, ask)
      const known = new Set(people.map(({ candidate_id }) => candidate_id))
      if (answers.some(({ candidate_id }) => !known.has(candidate_id)))
        throw new AppError('CANDIDATE_UNKNOWN')
      const answered = new Set(answers.map(({ candidate_id }) => candidate_id))
      const left = people.filter(({ candidate_id }) => !answered.has(candidate_id)).length
      if (left > 0) throw new AppError('EXAM_ASK_OPEN', { count: left })
    }
    const at = isoNow(services.clock)
    await services.db.transaction().execute(async (db) => {
      await db.deleteFrom('exam_ask_answer').where('ask_id', '=', ask.id).execute()
      if (answers.length > 0)
        await db
          .insertInto('exam_ask_answer')
          .values(
            answers.map(({ candidate_id, answer }) => ({
              ask_id: ask.id,
              candidate_id,
              answer,
              by_id: session.userId,
              at,
            })),
          )
          .execute()
      await db
        .updateTable('exam_ask')
        .set({ state: body.state, note, by_id: session.userId, at })
        .where('id', '=', ask.id)
        .execute()
      await audit(db, call, {
        action: 'exam-ask-answer',
        object: `exam:${ask.exam_id}${ask.subject_id === null ? '' : `/${ask.subject_id}`}`,
        after: { state: body.state, note, answers: answers.length },
      })
    })
    return { ok: true as const }
  })
}
