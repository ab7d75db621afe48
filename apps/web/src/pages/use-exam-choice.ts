import { useRoute } from '@hengjuan/client/react'
import { examList, ledBlocks, ownTasks } from '@hengjuan/contracts'
import { keepHere } from '@hengjuan/ui'
import { useEffect, useState } from 'react'
import { useMay } from '../session/session-store.ts'
import { usualExam } from './usual-exam.ts'

/** As many exams as a list to choose from holds. */
const NEWEST = 200
/** The exam that was looked at last on this computer. */
const LAST = 'examination_last_exam'

/**
 * The exams to choose from, and the one in view: the named one, else see `usualExam`. One that is
 * named and older than all of them comes last.
 */
export function useExamChoice(named: number | null) {
  const exams = useRoute(examList, { query: { limit: NEWEST, held: true } })
  const newest = exams.data?.list
  const isOlder =
    named !== null && newest?.length === NEWEST && newest.every(({ exam_id }) => exam_id !== named)
  const older = useRoute(
    examList,
    { query: { exam_id: named ?? 0, held: true } },
    { enabled: isOlder },
  )
  const [last] = useState(() => Number(localStorage.getItem(LAST)) || null)
  // The next page without an exam in its address opens with the one that was looked at.
  useEffect(() => {
    if (named !== null) keepHere(LAST, String(named))
  }, [named])
  return {
    list: isOlder ? newest && older.data && [...newest, ...older.data.list] : newest,
    examId: named ?? (newest ? usualExam(newest, last) : null),
    error: exams.error ?? older.error,
    retry: () => {
      void exams.refetch()
      if (isOlder) void older.refetch()
    },
  }
}

/**
 * The same with the exams whose blocks the caller leads, or marks, and that lie out of reach of the role: of another
 * grade, or of the school that holds a joint exam. They come last.
 *
 * @param as leaders see a page of their blocks alone, markers also of those that they mark
 */
export function useAssignedExamChoice(named: number | null, as: 'leader' | 'marker') {
  const own = useExamChoice(named)
  const led = useRoute(ledBlocks, {}, { enabled: useMay('marking.arbitrate') })
  const marks = useMay('marking.mark') && as === 'marker'
  const marked = useRoute(ownTasks, { query: {} }, { enabled: marks })
  const assigned = [...(led.data ?? []), ...(marked.data ?? [])]
  const names = new Map(assigned.map(({ exam_id, exam_name }) => [exam_id, exam_name]))
  for (const { exam_id } of own.list ?? []) names.delete(exam_id)
  const isReady = own.list !== undefined && !led.isLoading && !marked.isLoading
  const others = [...names].map(([exam_id, name]) => ({ exam_id, name }))
  const list = isReady ? [...(own.list ?? []), ...others] : undefined
  return { ...own, list, examId: own.examId ?? list?.[0]?.exam_id ?? null }
}
