import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import {
  importCheck,
  importDetail,
  importList,
  importMapping,
  type ImportReport,
  type InputOf,
} from '@hengjuan/contracts'
import type { ImportKind } from '@hengjuan/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

export interface ImportTarget {
  kind: ImportKind
  examId?: number
  /** Scores: of one subject only, and whether empty cells take away what is there. */
  subjectId?: number
  replace?: 'nonempty' | 'clear'
  /** A table that was checked before and not imported. */
  batchId?: number
}
/** What is set right by hand: a sheet, the heading, columns, what cells mean. */
export type Mapping = Omit<InputOf<typeof importMapping>['body'], 'batch_id'>

const POLL_MS = 1000
const isUnderWay = ({ state }: ImportReport): boolean =>
  state === 'checking' || state === 'applying'

/** A table on its way into the system: checked, set right, and checked again. Nothing of it is written. */
export function useImport({ kind, examId, subjectId, replace, batchId }: ImportTarget) {
  const cache = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [known, setKnown] = useState<ImportReport | null>(null)
  const arrived = (found: ImportReport) => {
    setKnown(found)
    for (const route of [importDetail, importList])
      void cache.invalidateQueries({ queryKey: routeKey(route) })
  }
  const check = useCall(importCheck, { onSuccess: arrived })
  const mapping = useCall(importMapping, { onSuccess: arrived })
  // A long table goes on beside the calls; one that is taken up again is asked for.
  const batch = known?.batch_id ?? (file === null ? batchId : undefined)
  const followed = useRoute(
    importDetail,
    { query: { batch_id: batch ?? 0, limit: 1 } },
    {
      enabled: batch !== undefined && (known === null || isUnderWay(known)),
      refetchInterval: ({ state: { data } }) =>
        data && !isUnderWay(data.report) ? false : POLL_MS,
    },
  )
  const report = known && !isUnderWay(known) ? known : (followed.data?.report ?? known)
  const choose = (chosen: File | null) => {
    if (!chosen) return
    setFile(chosen)
    setKnown(null)
    mapping.reset()
    const payload = new FormData()
    payload.append('file', chosen)
    const query = {
      kind,
      ...(examId === undefined ? {} : { exam_id: examId }),
      ...(subjectId === undefined ? {} : { subject_id: subjectId }),
      ...(replace === undefined ? {} : { replace }),
    }
    check.mutate({ query, payload })
  }
  const map = (change: Mapping) => {
    if (report) mapping.mutate({ body: { batch_id: report.batch_id, ...change } })
  }
  return {
    fileName: file?.name ?? report?.file_name ?? null,
    file,
    report: check.isPending ? null : report,
    isChecking:
      check.isPending ||
      (report !== null && isUnderWay(report)) ||
      (batchId !== undefined && report === null && !file && !followed.error),
    isBusy: check.isPending || mapping.isPending,
    error: check.error ?? mapping.error ?? (report ? null : followed.error),
    choose,
    /** The same table once more, after a failure on the way. */
    again: () => (check.error ? choose(file) : mapping.error ? map({}) : void followed.refetch()),
    map,
  }
}
export type ImportSession = ReturnType<typeof useImport>
