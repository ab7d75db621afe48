import {
  checkAgainstRoster,
  holdsText,
  NO_RECORD,
  numberEvidence,
  PRESENT,
  searchKey,
  searchWord,
} from '@hengjuan/domain'
import type { PersonOfExam, ReviewDetail } from '@hengjuan/scan-review'
import type { StationContext } from '../context.ts'
import { findCached } from '../store/settings.store.ts'
import { countSheetsByExamNo, selectNumberedSheets } from './reviewed-sheet.store.ts'
import type { EffectiveSheet } from './effective-sheet.ts'
import type { Classes } from './load-sheet.ts'

/** A subject of an exam. */
export interface ExamSubject {
  exam_id: number
  subject_id: number
}

/** Candidates who sit a subject, as far as this station has seen their sheets; without first. */
export function selectCandidates(station: StationContext, of: ExamSubject): PersonOfExam[] {
  const classes = findCached<Classes>(station.db, 'roster', String(of.exam_id))?.body ?? []
  const sheets = countSheetsByExamNo(station.db, of)
  return classes
    .flatMap(({ class_id, class_name, students }) =>
      students
        .filter(({ not_selected }) => !not_selected.includes(of.subject_id))
        .map((student): PersonOfExam => {
          const count = sheets.get(student.exam_no) ?? 0
          return {
            candidate_id: student.candidate_id,
            exam_no: student.exam_no,
            student_no: student.student_no,
            name: student.name,
            name_pinyin: student.name_pinyin,
            room_no: student.room_no,
            seat_no: student.seat_no,
            class_id,
            class_name,
            attendance: count > 0 ? PRESENT : NO_RECORD,
            sheets: count,
          }
        }),
    )
    .sort((a, b) => Number(a.sheets > 0) - Number(b.sheets > 0) || (a.exam_no < b.exam_no ? -1 : 1))
}

/** By exam number, name, student number, pinyin or its initials. */
export function matchesCandidate(person: PersonOfExam, keyword: string): boolean {
  const text = searchWord(keyword)
  return (
    text !== '' &&
    (holdsText(person.exam_no, text) ||
      holdsText(person.name, text) ||
      searchKey(person.student_no).startsWith(text) ||
      // Full pinyin and initials stand beside each other, apart by spaces.
      person.name_pinyin.toLowerCase().startsWith(text) ||
      person.name_pinyin.toLowerCase().includes(` ${text}`))
  )
}

type Neighbours = ReviewDetail['neighbours']

/** The nearest sheets before and after a place in a stack whose candidates are known. */
export function neighboursOf(
  { db }: Pick<StationContext, 'db'>,
  at: { batch_id: string; seq: number },
  people: readonly PersonOfExam[],
): Neighbours {
  const known = new Map(people.map((person) => [person.exam_no, person]))
  const owned = selectNumberedSheets(db, at.batch_id).flatMap(({ seq, exam_no }) => {
    const person = known.get(exam_no)
    if (!person) return []
    const { name, room_no, seat_no } = person
    return [{ seq, name, exam_no, room_no, seat_no }]
  })
  return {
    before: owned.findLast(({ seq }) => seq < at.seq) ?? null,
    after: owned.find(({ seq }) => seq > at.seq) ?? null,
  }
}

const PROPOSALS = 8

/** Who may have left what was read of the number, those without a sheet first. A person chooses. */
export function proposeCandidates(
  people: readonly PersonOfExam[],
  sheet: EffectiveSheet,
): (PersonOfExam & { probability: number })[] {
  const likely = likelyNumbers(
    sheet,
    people.map(({ exam_no }) => exam_no),
  )
  return people
    .map((person) => ({ ...person, probability: likely.get(person.exam_no) ?? 0 }))
    .filter(({ probability, sheets }) => probability > 0 || sheets === 0)
    .sort(
      (a, b) =>
        Number(a.sheets > 0) - Number(b.sheets > 0) ||
        b.probability - a.probability ||
        (a.exam_no < b.exam_no ? -1 : 1),
    )
    .slice(0, PROPOSALS)
}

/** Probability of each number that may be meant; sources that disagree share it. */
function likelyNumbers(sheet: EffectiveSheet, roster: readonly string[]): Map<string, number> {
  const sources = sheet.pages.flatMap(({ reading }) => [
    ...reading.barcodes.flatMap(({ purpose, text }) =>
      purpose === 'examNo' && text ? [{ text: text.trim(), columns: null }] : [],
    ),
    ...reading.fields
      .filter(({ kind, state }) => kind === 'examNo' && state !== 'blank')
      .map(numberEvidence),
  ])
  const likely = new Map<string, number>()
  for (const source of sources) {
    const check = checkAgainstRoster(source, roster)
    const found =
      check.kind === 'listed' ? [{ examNo: check.examNo, probability: 1 }] : check.proposals
    for (const { examNo, probability } of found)
      likely.set(examNo, (likely.get(examNo) ?? 0) + probability / sources.length)
  }
  return likely
}
