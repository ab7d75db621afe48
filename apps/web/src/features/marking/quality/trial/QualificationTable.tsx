import { Callout } from '@blueprintjs/core'
import { useCall, useRefresh, useRoute } from '@hengjuan/client/react'
import {
  homeTodos,
  qualificationDecide,
  qualificationResults,
  qualificationWaiting,
} from '@hengjuan/contracts'
import { formatMilli, QUALIFICATION_STATES } from '@hengjuan/domain'
import { DataTable, EmptyState, Panel, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { keepTyped } from '../../../../session/typed.ts'
import { QualificationDialog, qualifyNoteOf } from './QualificationDialog.tsx'
import { qualificationColumns, type Qualified, type View } from './qualification-columns.tsx'
import css from './trial.module.css'

const scriptsAddress = (blockId: number) => `/benchmark?block_id=${blockId}&tab=scripts`

/** Who has qualified, with what, and what a leader decided; who cannot go on alone comes first. */
export function QualificationTable({ blockId }: { blockId: number }) {
  const query = { query: { block_id: blockId } }
  const { data, error, refetch } = useRoute(qualificationResults, query, {
    refetchInterval: 15_000,
  })
  const refresh = useRefresh(qualificationResults, qualificationWaiting, homeTodos)
  const [open, setOpen] = useState<Qualified | null>(null)
  const decide = useCall(qualificationDecide, {
    onSuccess: async ({ state }, { body }) => {
      keepTyped(qualifyNoteOf(blockId, body.marker_id), '')
      toast.done(`${open?.name ?? '这位教师'}：${QUALIFICATION_STATES[state]}`)
      setOpen(null)
      // The to-dos of who decides count one less.
      await refresh()
    },
  })
  const isNeeded = data?.needed !== false
  return (
    <Panel flush>
      {data && (
        <Callout
          compact
          intent={qualificationHint(data).isShort ? 'warning' : 'none'}
          className={css['hint'] ?? ''}
        >
          {qualificationHint(data).text}
          {qualificationHint(data).isShort && (
            <Link to={scriptsAddress(blockId)}>去商定定标卷</Link>
          )}
        </Callout>
      )}
      <DataTable
        label="试评与定标"
        columns={qualificationColumns(isNeeded, setOpen)}
        rows={data?.list}
        rowKey={({ marker_id }) => marker_id}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState size="large" title="这个题块还没有需要定标的阅卷教师">
            在阅卷设置中添加阅卷教师后，这里会显示他们的试评与定标；题组长自己不需要定标。
          </EmptyState>
        }
      />
      {open && (
        <QualificationDialog
          blockId={blockId}
          row={open}
          isNeeded={isNeeded}
          scriptsAddress={scriptsAddress(blockId)}
          isPending={decide.isPending}
          error={decide.error}
          onClose={() => {
            decide.reset()
            setOpen(null)
          }}
          onDecide={(action, note) =>
            decide.mutate({
              body: { block_id: blockId, marker_id: open.marker_id, action, note },
            })
          }
        />
      )}
    </Panel>
  )
}

function qualificationHint(view: View): { text: string; isShort: boolean } {
  const stock = `现有试评卷 ${view.practice_scripts} 份、定标卷 ${view.calibration_scripts} 份。`
  if (!view.needed)
    return {
      text: `阅卷设置没有要求先定标，教师可以直接阅卷。${stock}`,
      isShort: false,
    }
  const rule = `每套 ${view.count} 份，相差 ${formatMilli(view.tolerance_milli)} 分以内的占 ${view.percent}% 以上、平均偏差不超过满分的 10% 为通过；可试两次，两次试卷不重复，之后由题组长决定。`
  if (view.calibration_scripts === 0)
    return { text: `${rule}还没有定标卷，教师无法开始。`, isShort: true }
  // A first set is as long as the scripts allow, and the second is no shorter.
  const missing = Math.min(view.count, view.calibration_scripts) * 2 - view.calibration_scripts
  return missing > 0
    ? {
        text: `${rule}${stock}第二次定标不重复第一次的试卷，还差 ${missing} 份；商定之前，第一次没有通过的教师直接等题组长决定。`,
        isShort: true,
      }
    : { text: rule + stock, isShort: false }
}
