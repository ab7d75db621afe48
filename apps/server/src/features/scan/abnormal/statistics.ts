import type {
  abnormalExams,
  abnormalMachines,
  abnormalStatistics,
  ReplyOf,
} from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { ABNORMAL_OUTCOMES, type AbnormalOutcome } from '@hengjuan/domain'
import type { Session } from '../../../http/session.ts'
import { selectExamSubjects } from '../client.query.ts'
import type { Scope } from '../facts.query.ts'
import type { DecisionValue } from '../judge/facts.ts'
import {
  selectHandlingRecords,
  selectMachineCounts,
  selectOutcomeCounts,
  selectTotals,
} from './abnormal.query.ts'

/** Subjects in the caller's reach of which answers were sent back to cutting. */
export async function abnormalSubjects(
  db: Db,
  session: Session,
): Promise<ReplyOf<typeof abnormalExams>> {
  const subjects = await selectExamSubjects(db, session)
  const totals = await selectTotals(db, [...new Set(subjects.map(({ exam_id }) => exam_id))])
  return subjects.flatMap(({ exam_id, exam_name, start_date, subject_id, subject_name }) => {
    const total = totals.find((row) => row.exam_id === exam_id && row.subject_id === subject_id)
    return total ? { ...total, exam_name, start_date, subject_name } : []
  })
}

type Statistics = ReplyOf<typeof abnormalStatistics>

/** What waits, what became of the rest, and who did how much. */
export async function handlingStatistics(db: Db, scope: Scope): Promise<Statistics> {
  const total = (await selectTotals(db, [scope.examId])).find(
    ({ subject_id }) => subject_id === scope.subjectId,
  )
  const outcomes = await selectOutcomeCounts(db, scope)
  const people = new Map<number, Statistics['people'][number]>()
  for (const record of await selectHandlingRecords(db, scope)) {
    const person = people.get(record.user_id) ?? {
      user_id: record.user_id,
      name: record.name,
      crops: 0,
      uploads: 0,
      pages: 0,
      signs: 0,
      sent: 0,
      undone: 0,
    }
    people.set(record.user_id, person)
    if (record.undone_at === null) count(person, record.kind, JSON.parse(record.value))
    else person.undone++
  }
  return {
    open_sheets: total?.open_sheets ?? 0,
    open_blocks: total?.open_blocks ?? 0,
    oldest_at: total?.oldest_at ?? null,
    outcomes: Object.entries(ABNORMAL_OUTCOMES).map(([outcome, label]) => ({
      outcome: outcome as AbnormalOutcome,
      label,
      blocks: outcomes.get(outcome) ?? 0,
    })),
    people: [...people.values()].toSorted((a, b) => b.sent - a.sent || a.user_id - b.user_id),
  }
}

function count(person: Statistics['people'][number], kind: string, value: DecisionValue): void {
  switch (kind) {
    case 'block_image':
      if (value.image?.from.kind === 'upload') person.uploads++
      else person.crops++
      return
    case 'page_image':
      person.pages++
      return
    case 'to_marking':
      person.sent += value.handled?.length ?? 0
      return
    case 'block_lost':
    case 'block_blank':
    case 'absence':
      person.signs += value.handled?.length ?? 0
      return
    default:
      return
  }
}

/** Stations with the schools whose answers wait. */
export async function machineSchools(
  db: Db,
  scope: Scope,
): Promise<ReplyOf<typeof abnormalMachines>> {
  const rows = await selectMachineCounts(db, scope)
  return [...Map.groupBy(rows, ({ station }) => station)].map(([station, schools]) => ({
    station,
    open: schools.reduce((sum, { open }) => sum + open, 0),
    schools: schools.map(({ school_id, school_name, open }) => ({ school_id, school_name, open })),
  }))
}
