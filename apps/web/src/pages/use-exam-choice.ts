import { useRoute } from '@hengjuan/client/react'
import { examList } from '@hengjuan/contracts'

/** The exams to choose from, and the one in view: the named one, else the newest that is being marked. */
export function useExamChoice(named: number | null) {
  const exams = useRoute(examList, { query: { limit: 200 } })
  const list = exams.data?.list
  const newest = list?.find(({ published }) => !published) ?? list?.[0]
  return {
    list,
    examId: named ?? newest?.exam_id ?? null,
    error: exams.error,
    retry: () => void exams.refetch(),
  }
}
