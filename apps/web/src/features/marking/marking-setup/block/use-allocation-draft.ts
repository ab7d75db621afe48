import { routeKey, useCall } from '@hengjuan/client/react'
import { allocationGet, allocationSet, type markingStaff, type ReplyOf } from '@hengjuan/contracts'
import type { AllocMode } from '@hengjuan/domain'
import { toast, useUnsaved } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AllocationDraft, judgeDraft } from './allocation-draft.ts'
import { allocationNews } from './allocation-news.ts'
import { markersOf, newcomer, reasonToKeep } from './editor-markers.ts'
import { placesText } from './school-gaps.ts'
import type { Marker } from './share-marker.ts'

type Allocation = ReplyOf<typeof allocationGet>
type Person = ReplyOf<typeof markingStaff>[number]

/** The allocation that is changed, and who may be asked. */
export interface EditorProps {
  blockId: number
  mayChange: boolean
  onClose: () => void
  /** As it is now: others may change it while it is being changed here. */
  latest: Allocation
  staff: readonly Person[]
  /** Begins anew with the latest. */
  onReload: () => void
}

/** An allocation while it is changed, what speaks against it, and how it is saved. */
export function useAllocationDraft(props: EditorProps) {
  const { latest, staff, mayChange } = props
  // As it was when it was opened: what is typed is a change of that.
  const [saved] = useState(latest)
  const [mode, setMode] = useState(saved.alloc_mode as AllocMode)
  const [isByWeight, setByWeight] = useState(saved.quotas_are_weights === 1)
  const [markers, setMarkers] = useState(() => markersOf(saved))
  const [leaderIds, setLeaderIds] = useState(() =>
    saved.list.filter(({ duty }) => duty === 'leader').map(({ marker_id }) => marker_id),
  )
  const [begun] = useState(() => JSON.stringify([mode, isByWeight, markers, leaderIds]))
  useUnsaved(mayChange && JSON.stringify([mode, isByWeight, markers, leaderIds]) !== begun)
  const queryClient = useQueryClient()
  const save = useCall(allocationSet, {
    onSuccess: async ({ school_gaps: gaps }) => {
      if (gaps.length === 0) toast.done('任务分配已保存')
      else toast.warn(`任务分配已保存，但 ${placesText(gaps)}教师不够`)
      await queryClient.invalidateQueries({ queryKey: routeKey(allocationGet) })
      props.onClose()
    },
    onError: (failure) => {
      toast.error(failure)
      if (failure.code === 'MARKING_ALLOCATION_CHANGED')
        void queryClient.invalidateQueries({ queryKey: routeKey(allocationGet) })
    },
  })
  const news = latest.stamp === saved.stamp ? [] : allocationNews(saved, latest)
  const refusal = mayChange ? null : '当前身份只能查看'
  const schoolOf = new Map(staff.map(({ user_id, school_name }) => [user_id, school_name]))
  const isJoint = new Set(schoolOf.values()).size > 1
  const draft: AllocationDraft = { mode, isByWeight, markers, leaderIds }
  const judged = judgeDraft(saved, staff, draft)
  const change = (id: number, patch: Partial<Marker>) =>
    setMarkers((now) => now.map((one) => (one.id === id ? { ...one, ...patch } : one)))
  const add = (person: Person) => {
    const kept = reasonToKeep(markers.find(({ id }) => id === person.user_id))
    if (kept !== null) return toast.warn(kept)
    setMarkers((now) =>
      now.some(({ id }) => id === person.user_id)
        ? now.filter(({ id }) => id !== person.user_id)
        : [...now, newcomer(person)],
    )
  }
  const share = () => {
    const shareOf = judged.evenShares()
    setMarkers((now) =>
      now.map((one) => (one.suspended ? one : { ...one, quota: shareOf(one.id), wrong: null })),
    )
  }
  return {
    saved,
    mode,
    setMode,
    isByWeight,
    setByWeight,
    markers,
    setMarkers,
    leaderIds,
    setLeaderIds,
    save,
    news,
    refusal,
    schoolOf,
    isJoint,
    draft,
    judged,
    change,
    add,
    share,
  }
}
