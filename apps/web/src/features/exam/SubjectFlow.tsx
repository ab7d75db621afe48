import { Button } from '@blueprintjs/core'
import type { examProgress, ReplyOf } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { Panel, ProgressBar, ReasonButton, StatusTag } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import css from './exam.module.css'

export type Progress = ReplyOf<typeof examProgress>['subjects'][number]

/** Where things of a subject are done; null when there is no page, or it is not for this role. */
export interface SubjectLinks {
  sheet: string | null
  settings: string | null
  exceptions: string | null
  supervision: string | null
  results: string | null
}

/** One subject: its step, its figures, what the next step waits for, and the next thing to do. */
export function SubjectFlow(props: {
  subject: Progress
  links: SubjectLinks
  mayManage: boolean
  isPublished: boolean
  isPending: boolean
  onMove: (status: number) => void
  onRollBack: (status: number) => void
}) {
  const { subject, links } = props
  const blocking = subject.gates.filter((gate) => gate.blocking)
  const previous = { 2: 1, 3: 2, 6: 3 }[subject.status as 2 | 3 | 6]
  return (
    <Panel
      title={
        <span>
          {subject.name}
          {subject.full_milli > 0 && (
            <small className={css['muted']}> 满分 {formatMilli(subject.full_milli)} 分</small>
          )}
        </span>
      }
      actions={<Steps subject={subject} />}
    >
      <Figures subject={subject} links={links} />
      <div className={css['next']}>
        <div>
          {subject.gates.length > 0 ? (
            <ul className={css['gates']}>
              {subject.gates.map((gate) => (
                <li key={gate.code} data-blocking={gate.blocking || undefined}>
                  {gate.blocking ? '✕' : '!'} {gate.text}
                </li>
              ))}
            </ul>
          ) : (
            <StatusTag status="ok">
              {subject.next_status_name
                ? `可以进入${subject.next_status_name}`
                : props.isPublished
                  ? '成绩已发布'
                  : '本科目已完成，可以发布成绩'}
            </StatusTag>
          )}
        </div>
        {props.mayManage && !props.isPublished && (
          <div className={css['nextButtons']}>
            {previous !== undefined && (
              <Button variant="minimal" onClick={() => props.onRollBack(previous)}>
                退回上一步
              </Button>
            )}
            {subject.next_status !== null && (
              <ReasonButton
                intent="primary"
                loading={props.isPending}
                reason={blocking.length > 0 ? `还有 ${blocking.length} 项没有完成` : null}
                onClick={() => props.onMove(subject.next_status ?? 0)}
              >
                进入{subject.next_status_name}
              </ReasonButton>
            )}
          </div>
        )}
      </div>
    </Panel>
  )
}

const STEPS = [
  { status: 1, label: '答题卡设置' },
  { status: 2, label: '阅卷设置' },
  { status: 3, label: '扫描阅卷' },
  { status: 6, label: '成绩报表' },
]

function Steps({ subject }: { subject: Progress }) {
  const now = STEPS.findIndex(({ status }) => status === subject.status)
  return (
    <ol className={css['steps']} style={{ width: 560 }}>
      {STEPS.map(({ status, label }, index) => (
        <li
          key={status}
          className={css['step']}
          data-state={index < now ? 'done' : index === now ? 'now' : 'next'}
          aria-current={index === now ? 'step' : undefined}
        >
          <i aria-hidden="true">{index < now ? '✓' : index + 1}</i>
          {status === 3 && subject.mode === 4 ? '成绩导入' : label}
        </li>
      ))}
    </ol>
  )
}

function Figures({ subject, links }: { subject: Progress; links: SubjectLinks }) {
  const { sheet } = subject
  return (
    <dl className={css['facts']} style={{ marginTop: 0 }}>
      <Fact title="答题卡" to={links.sheet} action={sheet ? '查看' : '去设计'}>
        {sheet ? (
          <>
            第 {sheet.version} 版{' '}
            {subject.keys_missing > 0 ? `· 缺 ${subject.keys_missing} 题答案` : '· 答案齐全'}
          </>
        ) : (
          '还没有设置'
        )}
      </Fact>
      <Fact title="阅卷设置" to={links.settings} action="设置">
        {subject.blocks === 0 ? '没有题块' : `${subject.blocks} 个题块 · ${subject.markers} 名教师`}
      </Fact>
      <Fact title="扫描（人）" to={null} action="">
        <ProgressBar
          label={`${subject.name}扫描进度`}
          done={subject.scanned_candidates + subject.absent}
          total={subject.registered}
        />
        {subject.absent > 0 && <span className={css['muted']}>含缺考 {subject.absent} 人</span>}
      </Fact>
      <Fact
        title="扫描异常"
        to={subject.open_exceptions > 0 ? links.exceptions : null}
        action="处理"
      >
        {subject.open_exceptions === 0 ? (
          <StatusTag status="ok">没有</StatusTag>
        ) : (
          <StatusTag
            status="warn"
            title={subject.exceptions.map(({ label, count }) => `${label} ${count}`).join('\n')}
          >
            {subject.open_exceptions} 条
          </StatusTag>
        )}
      </Fact>
      <Fact title="阅卷（份）" to={links.supervision} action="监管">
        <ProgressBar
          label={`${subject.name}阅卷进度`}
          done={subject.units_final}
          total={subject.units_total}
        />
      </Fact>
    </dl>
  )
}

function Fact(props: { title: string; to: string | null; action: string; children: ReactNode }) {
  return (
    <div className={css['fact']}>
      <dt>
        {props.title} {props.to && <Link to={props.to}>{props.action}</Link>}
      </dt>
      <dd>{props.children}</dd>
    </div>
  )
}
