import type { CallError } from '@hengjuan/client'
import { routeKey, useCaller } from '@hengjuan/client/react'
import {
  type InputOf,
  reportConfigGet,
  reportConfigSave,
  reportLineOverview,
  reportStepLines,
  reportSubjectLines,
} from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'

type Body = InputOf<typeof reportConfigSave>['body']
export type KeptLines = NonNullable<Body['lines']>
type Method = NonNullable<Body['line_method']>

interface Change {
  reason: string
  /** The lines that hold now, changed. */
  lines?: (now: KeptLines) => KeptLines
  method?: Method
}

/** Keeps lines of admission for one exam: what was tried in the address becomes a setting of it. @source reports P10 */
export function useKeptLines(examId: number, said: string, onDone: () => void) {
  const { call } = useCaller()
  const client = useQueryClient()
  return useMutation<void, CallError, Change>({
    mutationFn: async ({ reason, lines: change, method }) => {
      const { lines, settings } = await call(reportConfigGet, { query: { exam_id: examId } })
      const versions = Object.fromEntries(settings.map(({ key, version }) => [key, version]))
      await call(reportConfigSave, {
        body: {
          exam_id: examId,
          reason,
          versions,
          ...(change ? { lines: change(lines) } : {}),
          ...(method ? { line_method: method } : {}),
        },
      })
    },
    onSuccess: async () => {
      const routes = [reportSubjectLines, reportStepLines, reportLineOverview]
      await Promise.all(
        routes.map((route) => client.invalidateQueries({ queryKey: routeKey(route) })),
      )
      toast.done(said)
      onDone()
    },
  })
}
