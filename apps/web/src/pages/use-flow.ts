import { useRoute } from '@hengjuan/client/react'
import { examGet, examProgress } from '@hengjuan/contracts'
import { useState } from 'react'
import type { Move } from '../features/exam/index.ts'
import { sectionOfGate } from '../features/home/index.ts'
import { useSession } from '../session/session-store.ts'
import { useSectionAddress } from '../shell/exam/use-section-address.ts'

const REFRESH_MS = 10_000

/** An exam with the steps of its subjects, where they lead, and what is about to be moved. */
export function useFlow(examId: number) {
  const schoolId = useSession().school_id ?? 0
  const params = { schoolId, examId }
  const enabled = examId > 0
  const exam = useRoute(examGet, { params }, { enabled })
  const progress = useRoute(examProgress, { params }, { enabled, refetchInterval: REFRESH_MS })
  const addressOf = useSectionAddress(exam.data)
  const [moves, setMoves] = useState<readonly Move[] | null>(null)
  const [back, setBack] = useState<Move | null>(null)
  return {
    exam,
    progress,
    addressOf,
    /** Where what a gate waits for is done; null where this person has no page for it. */
    gateTo: (code: string, subjectId: number): string | null => {
      const at = sectionOfGate(code)
      return at && addressOf(at.section, subjectId, at.path)
    },
    error: exam.error ?? progress.error,
    retry: () => {
      void exam.refetch()
      void progress.refetch()
    },
    moves,
    setMoves,
    back,
    setBack,
    /** Subjects take a step together. */
    advance: (subjectIds: readonly number[], status: number) =>
      setMoves(
        (progress.data?.subjects ?? [])
          .filter(({ subject_id }) => subjectIds.includes(subject_id))
          .map(({ subject_id, name }) => ({ subject_id, name, status })),
      ),
  }
}
