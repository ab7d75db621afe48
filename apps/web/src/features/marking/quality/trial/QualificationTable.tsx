import { Button, Callout } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import {
  homeTodos,
  qualificationDecide,
  qualificationResults,
  qualificationWaiting,
  type ReplyOf,
} from '@hengjuan/contracts'
import { formatMilli, mayMarkAfter, QUALIFICATION_STATES } from '@hengjuan/domain'
import {
  type Column,
  DataTable,
  EmptyState,
  Figure,
  Panel,
  PersonName,
  type Status,
  StatusTag,
  toast,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { keepTyped } from '../../../../session/typed.ts'
import { QualificationDialog, qualifyNoteOf } from './QualificationDialog.tsx'
import { changedScripts, eventText, isToDecide, standingText } from './qualification-words.ts'
import css from './trial.module.css'

type View = ReplyOf<typeof qualificationResults>
export type Qualified = View['list'][number]

const STATUS: Readonly<Record<Qualified['state'], Status>> = {
  open: 'busy',
  waiting: 'warn',
  passed: 'ok',
  admitted: 'ok',
  refused: 'bad',
}

function standingStatus({ state, waits }: Qualified, isNeeded: boolean): Status {
  if (!isNeeded && state === 'open') return 'idle'
  return waits === null ? STATUS[state] : 'warn'
}

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
  const columns: readonly Column<Qualified>[] = [
    {
      key: 'name',
      title: '阅卷教师',
      width: 120,
      frozen: true,
      render: ({ name }) => <PersonName name={name} />,
    },
    {
      key: 'state',
      title: '状态',
      width: 180,
      render: (row) => (
        <StatusTag status={standingStatus(row, isNeeded)}>{standingText(row, isNeeded)}</StatusTag>
      ),
    },
    {
      key: 'practice',
      title: '试评',
      hint: '评过的试评卷 / 题块的试评卷；试评不计入成绩',
      width: 80,
      align: 'right',
      render: (row) =>
        row.practice_total === 0 ? (
          '–'
        ) : (
          <Figure
            formula={`评过 ${row.practice_done} 份试评卷，共 ${row.practice_total} 份；点开看经过`}
            onOpen={() => setOpen(row)}
          >
            {row.practice_done} / {row.practice_total}
          </Figure>
        ),
    },
    {
      key: 'set',
      title: '本次定标',
      hint: '正在进行的一套定标卷已评份数',
      width: 90,
      align: 'right',
      render: (row) =>
        mayMarkAfter(row.state) || row.set_total === 0 ? (
          '–'
        ) : (
          <Figure
            formula={`这一套评过 ${row.set_done} 份，共 ${row.set_total} 份；点开看经过`}
            onOpen={() => setOpen(row)}
          >
            {row.set_done} / {row.set_total}
          </Figure>
        ),
    },
    {
      key: 'events',
      title: '经过',
      width: 360,
      grow: true,
      render: (row) =>
        [...row.events.map(eventText), changedScripts(row) ?? ''].filter(Boolean).join('　') ||
        '还没有定标',
    },
    {
      key: 'act',
      title: '处理',
      width: 130,
      render: (row) => (
        <Button
          size="small"
          intent={isToDecide(row) ? 'primary' : 'none'}
          onClick={() => setOpen(row)}
        >
          {isToDecide(row) ? '请决定…' : '查看…'}
        </Button>
      ),
    },
  ]
  return (
    <Panel flush>
      {data && (
        <Callout
          compact
          intent={hintOf(data).isShort ? 'warning' : 'none'}
          className={css['hint'] ?? ''}
        >
          {hintOf(data).text}
          {hintOf(data).isShort && <Link to={scriptsAddress(blockId)}>去商定定标卷</Link>}
        </Callout>
      )}
      <DataTable
        label="试评与定标"
        columns={columns}
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

function hintOf(view: View): { text: string; isShort: boolean } {
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
