import { EXAM_ADMIN_MAY_CODES, type ExamAdminMay, scopeAllows } from '@hengjuan/domain'

/** Somebody in the dialog, named already or to be. */
export interface ChosenAdmin {
  user_id: number
  name: string
  school_id: number
  school_name: string
  subject_ids: 'all' | number[]
  may: ExamAdminMay[]
}

/** Setting up is done on the pages of supervision: one goes with the other. */
export function toggledMay(may: readonly ExamAdminMay[], one: ExamAdminMay): ExamAdminMay[] {
  const next = new Set(may)
  if (next.delete(one)) {
    if (one === 'supervise') next.delete('setup')
  } else {
    next.add(one)
    if (one === 'setup') next.add('supervise')
  }
  return EXAM_ADMIN_MAY_CODES.filter((code) => next.has(code))
}

/** All subjects are said as such: whoever has them has those that are added later, too. */
export function toggledSubject(
  chosen: 'all' | readonly number[],
  id: number,
  all: readonly number[],
): 'all' | number[] {
  const before = chosen === 'all' ? all : chosen
  const next = before.includes(id) ? before.filter((one) => one !== id) : [...before, id]
  return all.every((one) => next.includes(one)) ? 'all' : next
}

export const subjectWords = (
  ids: 'all' | readonly number[],
  subjects: readonly { subject_id: number; subject_name: string }[],
): string =>
  ids === 'all'
    ? '全部科目'
    : subjects
        .filter(({ subject_id }) => scopeAllows(ids, subject_id))
        .map(({ subject_name }) => subject_name)
        .join('、')
