import type { ownAsks, ReplyOf } from '@hengjuan/contracts'
import { EXAM_ASK_STATES, EXAM_ASKS } from '@hengjuan/domain'
import { Panel, SimpleTable, StatusTag, Time } from '@hengjuan/ui'
import { Link } from 'react-router'

type Ask = ReplyOf<typeof ownAsks>[number]

const TONES = { unchecked: 'warn', confirmed: 'ok', objected: 'bad' } as const

/** What this person is asked to look through. */
export const AskList = (props: { asks: readonly Ask[]; openId: number | null }) => (
  <Panel title="请我核对" note={`${props.asks.length} 份`} flush>
    <SimpleTable
      label="请我核对"
      rows={props.asks}
      rowKey={({ ask_id }) => ask_id}
      tone={({ ask_id }) => (ask_id === props.openId ? 'picked' : undefined)}
      columns={[
        {
          key: 'what',
          title: '内容',
          render: (ask) => (
            <Link to={`/exam-asks?ask_id=${ask.ask_id}`}>
              {EXAM_ASKS[ask.kind].label}
              {ask.subject_name === null ? '' : `（${ask.subject_name}）`}
            </Link>
          ),
        },
        { key: 'exam', title: '考试', render: ({ exam_name }) => exam_name },
        { key: 'unit', title: '班级或学校', render: ({ unit_name }) => unit_name },
        {
          key: 'asked',
          title: '发起',
          render: ({ asked_by, asked_at }) => (
            <>
              {asked_by} <Time at={asked_at} />
            </>
          ),
        },
        { key: 'deadline', title: '期限', render: ({ deadline }) => <Time at={deadline} /> },
        {
          key: 'state',
          title: '状态',
          render: ({ state }) => (
            <StatusTag status={TONES[state]}>{EXAM_ASK_STATES[state]}</StatusTag>
          ),
        },
      ]}
    />
  </Panel>
)
