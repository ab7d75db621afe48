import { useRoute } from '@hengjuan/client/react'
import { examGet } from '@hengjuan/contracts'
import { filter, useUrlFilters } from '@hengjuan/ui'
import { useSession } from '../session/session-store.ts'
import { useExamChoice } from './use-exam-choice.ts'

const filters = { exam_id: filter.id(), subject_id: filter.id() }

/** Exam and subject that an address names, `?exam_id=&subject_id=`, and the sheet that the subject has. */
export function useSheetOfExam(fixedExamId: number | null = null) {
  const user = useSession()
  const { values, set } = useUrlFilters(filters)
  const choice = useExamChoice(fixedExamId ?? values.exam_id)
  const examId = choice.examId ?? 0
  const exam = useRoute(
    examGet,
    { params: { schoolId: user.school_id ?? 0, examId } },
    { enabled: examId > 0 },
  )
  const subjects = exam.data?.subjects ?? []
  const subject =
    subjects.find(({ subject_id }) => subject_id === values.subject_id) ??
    subjects.find(({ sheet_id }) => sheet_id !== null) ??
    subjects[0]
  return {
    exams: choice.list,
    examId: choice.examId,
    exam: exam.data,
    subject,
    sheetId: subject?.sheet_id ?? null,
    error: choice.error ?? (exam.data ? null : exam.error),
    retry: () => {
      choice.retry()
      void exam.refetch()
    },
    set,
  }
}
