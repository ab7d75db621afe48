import { useKept, useUrlFilters } from '@hengjuan/ui'
import { useCallback, useState } from 'react'
import { useMessageCounts } from '../features/messages/index.ts'
import {
  type Drill,
  linkedPapers,
  linkedReadings,
  type OnPapers,
  type OnSchoolPapers,
  type PaperFigure,
  papersBehind,
  useLiveProgress,
} from '../features/supervision/index.ts'
import { useMay } from '../session/session-store.ts'
import { supervisionFilters } from './supervision-filters.ts'

/** Whose conversations are open: of all blocks, of one, with one marker. */
interface Talk {
  blockId?: number
  markerId?: number
}

/** What is looked at of an exam that is marked: its figures, and the drawers that they open. */
export function useSupervision(examId: number) {
  const { values, set } = useUrlFilters(supervisionFilters)
  const { data, error, refetch, isLive } = useLiveProgress(examId)
  const led = (useMessageCounts(examId) ?? []).filter(({ side }) => side === 'leader')
  const unread = led.reduce((sum, row) => sum + row.unread, 0)
  const [talk, setTalk] = useState<Talk | null>(null)
  const [drill, setDrill] = useKept<Drill | null>('drill', linkedReadings(values))
  const [papers, setPapers] = useKept<PaperFigure | null>('papers', linkedPapers(values))
  const [isLimiting, setLimiting] = useState(false)
  const openReadings = useCallback(
    (block_id: number, next: Drill) => {
      set({ block_id })
      setDrill(next)
    },
    [set, setDrill],
  )
  const openPapersOf = useCallback<OnPapers>(
    ({ block_id, block_name }, part) =>
      setPapers(papersBehind({ name: block_name, where: { block_id } }, part)),
    [setPapers],
  )
  const openSchoolPapers = useCallback<OnSchoolPapers>(
    ({ school_id, school_name, subject_id, subject_name }, part) => {
      const name = `${school_name} · ${subject_name}`
      setPapers(papersBehind({ name, where: { subject_id, school_id } }, part))
    },
    [setPapers],
  )
  const mayManage = useMay('marking.setup')
  const mayManageExam = useMay('exam.manage')
  const rows = data?.blocks.filter(
    ({ subject_id }) => values.subject_id === null || subject_id === values.subject_id,
  )
  const open = data?.blocks.find(({ block_id }) => block_id === values.block_id) ?? null
  return {
    values,
    set,
    data,
    error,
    refetch,
    isLive,
    led,
    unread,
    talk,
    setTalk,
    drill,
    setDrill,
    papers,
    setPapers,
    isLimiting,
    setLimiting,
    openReadings,
    openPapersOf,
    openSchoolPapers,
    mayManage,
    mayManageExam,
    rows,
    open,
  }
}

export type SupervisionView = ReturnType<typeof useSupervision>
