import { createHash } from 'node:crypto'
import type { SheetManifest } from '@hengjuan/contracts'
import type { OmrTemplate } from '@hengjuan/domain'
import type { ServerDouble } from './server-double.ts'
import { paperOf } from './double-paper.ts'

export interface StoredSheet {
  sha256: string
  batchId: string
  manifest: SheetManifest
  isVoid?: boolean
}

export const EXAM_ID = 7
export const SUBJECT_ID = 3

export const templateHash = (template: OmrTemplate): string =>
  createHash('sha256').update(JSON.stringify(template)).digest('hex')

export const personOf = (account: string, csrf: string) => ({
  user_id: 1,
  user_name: '周强',
  account,
  school_name: '示范中学',
  permissions: ['scan.operate'],
  current_role: { role_name: '扫描员' },
  csrf_token: csrf,
})

export const templateOf = (double: ServerDouble, subjectId: number): OmrTemplate =>
  double.others.find(({ subject_id }) => subject_id === subjectId)?.template ?? double.template

export const subjectOf = (
  double: ServerDouble,
  subject: ServerDouble['others'][number] = {
    subject_id: SUBJECT_ID,
    subject_name: '英语',
    template: double.template,
  },
) => ({
  subject_id: subject.subject_id,
  subject_name: subject.subject_name,
  expected: double.candidates.length,
  scanned: double.sheets.size,
  sheets: double.sheets.size,
  open_exceptions: 0,
  upload: {
    open: true,
    reason: '',
    template_id: subject.template.id,
    template_sha256: templateHash(subject.template),
    max_bytes: 48 * 2 ** 20,
  },
})

export const examsOf = (double: ServerDouble) => [
  {
    exam_id: EXAM_ID,
    exam_name: '高一期中考试',
    school_id: 1,
    school_name: '示范中学',
    grade_id: 10,
    type: 1,
    mode: 1,
    start_date: '2026-11-20',
    published: false,
    subjects: [subjectOf(double), ...double.others.map((other) => subjectOf(double, other))],
  },
]

export const classesOf = (double: ServerDouble) => [
  {
    class_id: 1,
    class_name: '高一（1）班',
    students: double.candidates.map((candidate, at) => ({
      room_no: null,
      seat_no: null,
      ...candidate,
      candidate_id: at + 1,
      student_id: at + 1,
      student_no: candidate.exam_no,
      name_pinyin: '',
      not_selected: [],
    })),
  },
]

/** Candidates of whom no sheet in use carries the number. */
export function missingOf(double: ServerDouble) {
  const known = new Set(
    [...double.sheets.values()].flatMap(({ manifest, isVoid }) =>
      isVoid === true ? [] : (paperOf(manifest).exam_no ?? []),
    ),
  )
  return classesOf(double).flatMap(({ class_name, students }) =>
    students
      .filter(({ exam_no }) => !known.has(exam_no))
      .map(({ candidate_id, exam_no, name, room_no, seat_no }) => ({
        candidate_id,
        exam_no,
        name,
        class_name,
        room_no,
        seat_no,
        attendance: double.absent.has(candidate_id) ? 1 : -1,
      })),
  )
}
