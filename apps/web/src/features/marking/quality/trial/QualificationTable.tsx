import { Callout } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import {
  homeTodos,
  qualificationDecide,
  qualificationResults,
  qualificationWaiting,
} from '@hengjuan/contracts'
import { QUALIFICATION_STATES } from '@hengjuan/domain'
import { DataTable, EmptyState, Panel, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { keepTyped } from '../../../../session/typed.ts'
import { QualificationDialog, qualifyNoteOf } from './QualificationDialog.tsx'
import css from './trial.module.css'
import { type Qualified, qualificationColumns } from './qualification-columns.tsx'
import { qualificationHint } from './qualification-hint.ts'

const scriptsAddress = (blockId: number) => `/benchmark?block_id=${blockId}&tab=scripts`

/** Who has qualified, with what, and what a leader decided; who cannot go on alone comes first. */
export function QualificationTable({ blockId }: { blockId: number }) {
  const query = { query: { block_id: blockId } }
  const { data, error, refetch } = useRoute(qualificationResults, query, {
    refetchInterval: 15_000,
  })
  const client = useQueryClient()
  const [open, setOpen] = useState<Qualified | null>(null)
  const decide = useCall(qualificationDecide, {
    onSuccess: async ({ state }, { body }) => {
      keepTyped(qualifyNoteOf(blockId, body.marker_id), '')
      toast.done(`${open?.name ?? '这位教师'}：${QUALIFICATION_STATES[state]}`)
      setOpen(null)
      // The to-dos of who decides count one less.
      for (const route of [qualificationResults, qualificationWaiting, homeTodos])
        await client.invalidateQueries({ queryKey: routeKey(route) })
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
