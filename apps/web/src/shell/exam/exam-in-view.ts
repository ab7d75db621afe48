import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { create } from 'zustand'
import { useCurrentPage } from '../current-page.ts'
import type { ExamPlace } from './exam-place.ts'

interface Said {
  path: string
  search: string
  place: ExamPlace
}

const useSaid = create<{ said: Said | null }>(() => ({ said: null }))

/** What the page on screen said of its exam. */
export const useExamInView = (): Said | null => useSaid(({ said }) => said)

/** For pages whose address names a block: says which exam it belongs to, so that the frame can show it. */
export function useSayExam(examId: number | undefined, subjectId?: number): void {
  const path = useCurrentPage()?.path
  const [query] = useSearchParams()
  const search = query.toString()
  // The frame around the page is no part of it, and learns it after the page has.
  useEffect(() => {
    if (examId === undefined || path === undefined) return
    useSaid.setState({ said: { path, search, place: { examId, subjectId: subjectId ?? null } } })
  }, [examId, subjectId, path, search])
}
