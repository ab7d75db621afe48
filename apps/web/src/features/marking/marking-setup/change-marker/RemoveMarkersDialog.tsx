import { useCall, useCaller } from '@hengjuan/client/react'
import { markersDeleteAll } from '@hengjuan/contracts'
import { ConfirmDialog, sentenceOf, toast } from '@hengjuan/ui'
import { useQuery } from '@tanstack/react-query'
import type { Allocation } from './change-plan.ts'

/** Takes everybody off a block who has not marked in it; says beforehand who stays, and whether enough are left. */
export function RemoveMarkersDialog(props: { allocation: Allocation; onClose: () => void }) {
  const { call } = useCaller()
  const { block_id: blockId, markers_needed: needed, units, list } = props.allocation
  const body = { block_id: blockId }
  const preview = useQuery({
    queryKey: ['markers-delete-all', blockId],
    queryFn: () => call(markersDeleteAll, { body: { ...body, preview: 1 } }),
    staleTime: 0,
    gcTime: 0,
  })
  const send = useCall(markersDeleteAll, {
    onSuccess: ({ removed, kept }) => {
      toast.done(`已移除 ${removed} 名教师，保留 ${kept} 名`)
      props.onClose()
    },
  })
  const view = preview.data
  const claimed = view?.rows.reduce((sum, row) => sum + (row.removed ? row.claimed : 0), 0) ?? 0
  const staying = new Set(
    view?.rows.flatMap(({ removed, marker_id }) => (removed ? [] : [marker_id])),
  )
  const left = list.filter(
    ({ duty, suspended, marker_id }) =>
      duty === 'marker' && suspended === 0 && staying.has(marker_id),
  ).length
  return (
    <ConfirmDialog
      isOpen
      title="移除全部阅卷教师"
      isDestructive
      effect={
        view
          ? view.removed === 0
            ? `没有可以移除的教师：${view.kept} 名都已有评阅`
            : [
                `将移除 ${view.removed} 名教师`,
                ...(claimed > 0 ? [`收回 ${claimed} 份手中的试卷`] : []),
                ...(view.kept > 0 ? [`${view.kept} 名已有评阅，保留`] : []),
              ].join('，')
          : preview.error
            ? sentenceOf(preview.error)
            : '正在统计…'
      }
      confirmText={`移除 ${view?.removed ?? 0} 名教师`}
      isPending={send.isPending || preview.isPending}
      refusal={view && view.removed > 0 ? null : '没有可以移除的教师'}
      error={send.error}
      onConfirm={() => send.mutate({ body })}
      onClose={props.onClose}
    >
      {view?.rows
        .filter(({ removed }) => !removed)
        .map((row) => (
          <p key={row.marker_id}>{row.reason}</p>
        ))}
      {view && view.removed > 0 && left < needed && (
        <p>
          {left === 0
            ? `移除后没有教师阅卷，共 ${units} 份试卷；`
            : `移除后只有 ${left} 名教师阅卷，每份需要 ${needed} 名；`}
          请随后在「任务分配」中添加教师。
        </p>
      )}
      <p>题组长（仲裁教师）不受影响。</p>
    </ConfirmDialog>
  )
}
