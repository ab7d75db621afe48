import { Button } from '@blueprintjs/core'
import type { qualificationResults, ReplyOf } from '@hengjuan/contracts'
import { mayMarkAfter } from '@hengjuan/domain'
import { type Column, Figure, PersonName, type Status, StatusTag } from '@hengjuan/ui'
import { changedScripts, eventText, isToDecide, standingText } from './qualification-words.ts'

export type View = ReplyOf<typeof qualificationResults>

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

/** Where a marker stands, and the way to what they gave. */
export const qualificationColumns = (
  isNeeded: boolean,
  onOpen: (row: Qualified) => void,
): readonly Column<Qualified>[] => [
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
          onOpen={() => onOpen(row)}
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
          onOpen={() => onOpen(row)}
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
        onClick={() => onOpen(row)}
      >
        {isToDecide(row) ? '请决定…' : '查看…'}
      </Button>
    ),
  },
]
