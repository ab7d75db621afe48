import { useCaller, useRefresh } from '@hengjuan/client/react'
import { blockSettingsGet, blockSettingsSet } from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'
import { type BlockPatch, undoingOf } from './settings-changes.ts'
import type { Block } from './settings-field.ts'

/** Takes saved settings of a subject back, as far as nobody has set them anew since. */
export function useUndoSettings(examId: number, subjectId: number) {
  const { call } = useCaller()
  const refresh = useRefresh(blockSettingsGet)
  const on = { exam_id: examId, subject_id: subjectId }
  return async (before: readonly Block[], saved: readonly BlockPatch[]): Promise<void> => {
    try {
      const now = await call(blockSettingsGet, { query: on })
      const { blocks, stays } = undoingOf(before, saved, now.blocks)
      if (blocks.length > 0) await call(blockSettingsSet, { body: { ...on, blocks } })
      const rest = stays > 0 ? `${stays} 处已被他人修改，保持不变` : ''
      if (blocks.length > 0) toast.done(['已恢复原来的阅卷设置', rest].filter(Boolean).join('；'))
      else toast.note(rest)
    } catch (error) {
      toast.error(error)
    }
    await refresh()
  }
}
