import { Button } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import { listReleases, planRelease, type ReplyOf } from '@hengjuan/contracts'
import { RELEASE_STATES, RELEASE_TARGETS } from '@hengjuan/domain'
import {
  ConfirmDialog,
  DateField,
  QueryView,
  ReasonButton,
  SimpleTable,
  type Status,
  StatusTag,
  Time,
  toast,
  utcOf,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import css from './score.module.css'

type Releases = ReplyOf<typeof listReleases>
type Row = Releases['list'][number]
type Audience = 'teachers' | 'students' | 'book'

const STATUS: Record<Row['state'], Status> = {
  scheduled: 'busy',
  released: 'ok',
  withdrawn: 'idle',
  cancelled: 'idle',
  missed: 'warn',
}

/** Who sees the released version, who will and when, and the way to change that. */
export function ReleasePlan(props: { examId: number; mayPublish: boolean; isPublished: boolean }) {
  const { examId } = props
  const releases = useRoute(listReleases, { query: { exam_id: examId } })
  const client = useQueryClient()
  const [asked, setAsked] = useState<
    | { act: 'schedule' | 'withdraw' | 'now'; audience: Audience }
    | { act: 'cancel'; row: Row }
    | null
  >(null)
  const [at, setAt] = useState('')
  const plan = useCall(planRelease, {
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: routeKey(listReleases) })
      toast.done('已更新发布安排')
      setAsked(null)
    },
  })
  const refusal = !props.mayPublish
    ? '当前身份不能发布成绩'
    : props.isPublished
      ? null
      : '请先发布成绩'
  const send = (body: Parameters<typeof plan.mutate>[0]['body']) => plan.mutate({ body })
  const acts = (audience: Audience, isTold: boolean) => (
    <span className={css['releaseActs']}>
      {isTold ? (
        <ReasonButton
          size="small"
          reason={refusal}
          onClick={() => setAsked({ act: 'withdraw', audience })}
        >
          撤回
        </ReasonButton>
      ) : (
        <ReasonButton
          size="small"
          intent="primary"
          reason={refusal}
          onClick={() => setAsked({ act: 'now', audience })}
        >
          立即发布
        </ReasonButton>
      )}
      <ReasonButton
        size="small"
        reason={refusal}
        onClick={() => {
          setAt('')
          setAsked({ act: 'schedule', audience })
        }}
      >
        定时发布
      </ReasonButton>
    </span>
  )
  return (
    <QueryView query={releases}>
      {({ teachers_told, student_version, book_version, looked, list }) => (
        <>
          {list.map(
            (row) =>
              row.newer && (
                <NewerVersion
                  key={row.release_id}
                  row={row}
                  newer={row.newer}
                  refusal={refusal}
                  isPending={plan.isPending}
                  onMove={(snapshot_id) =>
                    send({
                      exam_id: examId,
                      action: 'schedule',
                      audience: plannedFor(row),
                      at: row.at,
                      snapshot_id,
                    })
                  }
                  onKeep={() =>
                    send({
                      exam_id: examId,
                      action: 'keep',
                      audience: plannedFor(row),
                      release_id: row.release_id,
                    })
                  }
                />
              ),
          )}
          <ul className={css['releaseNow']}>
            <li>
              <b>{RELEASE_TARGETS.teachers}</b>
              <span>{props.isPublished && teachers_told ? '可以查看' : '看不到'}</span>
              {acts('teachers', props.isPublished && teachers_told)}
            </li>
            <li>
              <b>{RELEASE_TARGETS.students}</b>
              <span>
                {student_version === null ? '看不到' : `看到的是 v${student_version}`}
                {looked > 0 && `，已有 ${looked} 人查看过`}
              </span>
              {acts('students', student_version !== null)}
            </li>
            <li>
              <b>{RELEASE_TARGETS.book}</b>
              <span>{book_version === null ? '看不到' : `看到的是 v${book_version}`}</span>
              {acts('book', book_version !== null)}
            </li>
          </ul>
          {list.length > 0 && (
            <SimpleTable
              label="发布安排"
              columns={[
                {
                  key: 'audience',
                  title: '对象',
                  width: 150,
                  render: (row) => RELEASE_TARGETS[row.audience],
                },
                { key: 'version', title: '版本', width: 60, render: (row) => `v${row.version}` },
                { key: 'at', title: '时间', width: 150, render: (row) => <Time at={row.at} /> },
                {
                  key: 'state',
                  title: '状态',
                  width: 150,
                  render: (row) => (
                    <StatusTag status={STATUS[row.state]}>{RELEASE_STATES[row.state]}</StatusTag>
                  ),
                },
                { key: 'by', title: '操作人', width: 90, render: (row) => row.by_name },
                { key: 'reason', title: '说明', render: (row) => row.reason || row.note },
                {
                  key: 'acts',
                  title: '',
                  width: 80,
                  render: (row) =>
                    (row.state === 'scheduled' || row.state === 'missed') && (
                      <Button size="small" onClick={() => setAsked({ act: 'cancel', row })}>
                        取消
                      </Button>
                    ),
                },
              ]}
              rows={list}
              rowKey={({ release_id }) => release_id}
            />
          )}
          <ConfirmDialog
            isOpen={asked !== null}
            title="发布安排"
            effect={asked ? effectOf(asked, looked) : ''}
            confirmText={asked ? WORDS[asked.act] : ''}
            isDestructive={asked?.act === 'withdraw'}
            isPending={plan.isPending}
            refusal={asked?.act === 'schedule' && utcOf(at) === null ? '请选择时间' : null}
            error={plan.error}
            onClose={() => {
              setAsked(null)
              plan.reset()
            }}
            onConfirm={() => {
              if (!asked) return
              if (asked.act === 'cancel')
                send({
                  exam_id: examId,
                  action: 'cancel',
                  audience: plannedFor(asked.row),
                  release_id: asked.row.release_id,
                })
              else
                send({
                  exam_id: examId,
                  action: asked.act,
                  audience: asked.audience,
                  ...(asked.act === 'schedule' ? { at: utcOf(at) ?? '' } : {}),
                })
            }}
          >
            {asked?.act === 'schedule' && (
              <DateField label="发布时间" usualTime="18:00" value={at} onChange={setAt} />
            )}
          </ConfirmDialog>
        </>
      )}
    </QueryView>
  )
}

const WORDS = {
  now: '立即发布',
  schedule: '定时发布',
  withdraw: '撤回',
  cancel: '取消安排',
} as const

/** What of a plan is for whom; leaders see a version as soon as it is there. */
const plannedFor = ({ audience }: Row): Audience => (audience === 'leaders' ? 'teachers' : audience)

/** A plan does not follow a newer version by itself: somebody says which it is to be. */
function NewerVersion(props: {
  row: Row
  newer: NonNullable<Row['newer']>
  refusal: string | null
  isPending: boolean
  onMove: (snapshotId: number) => void
  onKeep: () => void
}) {
  const { row, newer, refusal } = props
  return (
    <p className={css['newer']} role="status">
      <span>
        <Time at={row.at} /> 对{RELEASE_TARGETS[row.audience]}排定发布的是第 {row.version}{' '}
        版，现在有第 {newer.version} 版。
      </span>
      <ReasonButton
        size="small"
        intent="primary"
        reason={refusal}
        loading={props.isPending}
        onClick={() => props.onMove(newer.snapshot_id)}
      >
        改为第 {newer.version} 版
      </ReasonButton>
      <ReasonButton size="small" reason={refusal} onClick={props.onKeep}>
        保持
      </ReasonButton>
    </p>
  )
}

function effectOf(
  asked: { act: 'schedule' | 'withdraw' | 'now'; audience: Audience } | { act: 'cancel'; row: Row },
  looked: number,
): string {
  if (asked.act === 'cancel')
    return `将取消对${RELEASE_TARGETS[asked.row.audience]}的发布安排（v${asked.row.version}）`
  const { audience } = asked
  const who = RELEASE_TARGETS[audience]
  if (audience === 'book') {
    if (asked.act === 'now') return '学生将立即可以查看本人的错题；错题本里没有分数'
    return asked.act === 'schedule'
      ? '到时学生可以查看本人的错题；错题本里没有分数，与成绩发布互不影响'
      : '学生将立即看不到本场的错题本，成绩不受影响'
  }
  if (asked.act === 'now') return `${who}将立即可以查看当前发布的版本`
  if (asked.act === 'schedule') return `到时自动对${who}发布当前版本；之后再有新版本也不会自动更换`
  const seen = looked === 0 ? '还没有学生查看过' : `已有 ${looked} 名学生查看过`
  return audience === 'teachers'
    ? `${who}与${RELEASE_TARGETS.students}将立即看不到本场成绩；${seen}`
    : `${who}将立即看不到本场成绩，教师和学校领导不受影响；${seen}`
}
