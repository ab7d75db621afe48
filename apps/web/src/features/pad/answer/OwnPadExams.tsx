import { useRoute } from '@hengjuan/client/react'
import { padMine, type ReplyOf } from '@hengjuan/contracts'
import { Panel, SimpleTable, type Status, StatusTag, Time } from '@hengjuan/ui'
import { Link } from 'react-router'

type Mine = ReplyOf<typeof padMine>[number]

const REFRESH_MS = 30_000

/** The online exams of a student; nothing where there are none. */
export function OwnPadExams() {
  const { data } = useRoute(padMine, {}, { refetchInterval: REFRESH_MS })
  if (!data || data.length === 0) return null
  return (
    <Panel title="线上考试" flush>
      <SimpleTable
        label="我的线上考试"
        rows={data}
        rowKey={({ exam_id, subject_id }) => `${exam_id} ${subject_id}`}
        columns={[
          {
            key: 'exam',
            title: '考试',
            render: ({ exam_name, subject_name }) => `${exam_name} · ${subject_name}`,
          },
          {
            key: 'time',
            title: '时间',
            render: ({ starts_at, ends_at }) => (
              <>
                <Time at={starts_at} /> 至 <Time at={ends_at} />
              </>
            ),
          },
          {
            key: 'minutes',
            title: '作答',
            render: ({ minutes }) => (minutes === null ? '到结束为止' : `${minutes} 分钟`),
          },
          {
            key: 'state',
            title: '状态',
            render: (one) => {
              const [status, word] = standing(one)
              return <StatusTag status={status}>{word}</StatusTag>
            },
          },
          {
            key: 'act',
            title: '',
            render: (one) => {
              const word = actOf(one)
              return (
                word && (
                  <Link
                    className={`bp6-button ${word === '查看作答' ? '' : 'bp6-intent-primary'}`}
                    to={`/pad/exam?exam_id=${one.exam_id}&subject_id=${one.subject_id}`}
                  >
                    {word}
                  </Link>
                )
              )
            },
          },
        ]}
      />
    </Panel>
  )
}

function standing({ attempt, state, has_makeup, ends_at, server_now }: Mine): [Status, string] {
  if (attempt?.is_open) return state === 'paused' ? ['warn', '已暂停'] : ['busy', '作答中']
  if (has_makeup) return ['warn', '可以补考']
  if (attempt) return ['ok', '已交卷']
  if (state === 'completed' || server_now >= ends_at) return ['bad', '没有参加']
  if (state === 'paused') return ['warn', '已暂停']
  return state === 'running' ? ['busy', '进行中'] : ['idle', '未开始']
}

function actOf({ attempt, state, has_makeup, ends_at, server_now }: Mine): string | null {
  if (attempt?.is_open) return '继续作答'
  if (has_makeup) return '补考'
  if (attempt) return attempt.may_look ? '查看作答' : null
  return state === 'running' && server_now < ends_at ? '进入考试' : null
}
