import { routeKey, useCaller } from '@hengjuan/client/react'
import { importDetail, importList, importUndo } from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'

/** Takes an import back, also after the dialog that made it has gone. */
export function useUndo(onDone: () => void): (batchId: number) => Promise<void> {
  const { call } = useCaller()
  const cache = useQueryClient()
  return async (batchId) => {
    try {
      const { restored, kept } = await call(importUndo, { body: { batch_id: batchId } })
      if (kept.length === 0) toast.done(`已撤销导入，恢复 ${restored} 行`)
      else toast.warn(`已恢复 ${restored} 行；${kept.length} 行没有恢复，原因见导入记录`)
    } catch (error) {
      toast.error(error)
    }
    for (const route of [importDetail, importList])
      void cache.invalidateQueries({ queryKey: routeKey(route) })
    onDone()
  }
}
