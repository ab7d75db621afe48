import { Button } from '@blueprintjs/core'
import type { examProgress, ReplyOf } from '@hengjuan/contracts'
import { formatMilli, STEP_ORDER, stepBefore } from '@hengjuan/domain'
import { Panel, ProgressBar, ReasonButton, SimpleTable, StatusTag } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import css from './exam.module.css'

export type Progress = ReplyOf<typeof examProgress>['subjects'][number]

/** Where things of a subject are done; null when there is no page, or it is not for this role. */
export interface SubjectLinks {
  sheet: string | null
  keys: string | null
  settings: string | null
  scan: string | null
  scores: string | null
  exceptions: string | null
  supervision: string | null
}

interface SubjectLinesProps {
  subjects: readonly Progress[]
  linksOf: (subjectId: number) => SubjectLinks
  mayManage: boolean
  isPublished: boolean
  onMove: (subject: Progress, status: number) => void
  onRollBack: (subject: Progress, status: number) => void
}

/** One line a subject: its step, its figures, what the next step waits for. Each figure leads to where it is worked on. */
export function SubjectLines(props: SubjectLinesProps) {
  const { subjects, linksOf } = props
  const isImported = subjects.every(({ mode }) => mode === SCORE_IMPORT)
  return (
    <Panel title="科目" note="点数字进入处理的页面" flush>
      <SimpleTable
        label="各科目的进度"
        rows={subjects}
        rowKey={({ subject_id }) => subject_id}
        columns={[
          {
            key: 'name',
            title: '科目',
            width: 84,
            render: ({ name, full_milli }) => (
              <>
                {name}
                {full_milli > 0 && (
                  <small className={css['muted']}> {formatMilli(full_milli)} 分</small>
                )}
              </>
            ),
          },
          {
            key: 'step',
            title: '步骤',
            width: 110,
            render: (one) => (
              <StatusTag
                status={props.isPublished ? 'ok' : one.status === 3 ? 'busy' : 'idle'}
                title={`第 ${STEP_ORDER.findIndex((step) => step === one.status) + 1} 步，共 ${STEP_ORDER.length} 步`}
              >
                {one.status_name}
              </StatusTag>
            ),
          },
          {
            key: 'sheet',
            title: isImported ? '成绩' : '答题卡',
            width: 110,
            render: (one) => <SheetCell one={one} links={linksOf(one.subject_id)} />,
          },
          ...(isImported
            ? []
            : [
                {
                  key: 'settings',
                  title: '题块与教师',
                  width: 100,
                  render: (one: Progress) => (
                    <To to={linksOf(one.subject_id).settings}>
                      {one.blocks === 0 ? '没有题块' : `${one.blocks} 块 · ${one.markers} 人`}
                    </To>
                  ),
                },
                {
                  key: 'scan',
                  title: '扫描（人）',
                  width: 130,
                  render: (one: Progress) => (
                    <ScanCell one={one} to={linksOf(one.subject_id).scan} />
                  ),
                },
                {
                  key: 'exceptions',
                  title: '异常',
                  width: 80,
                  render: (one: Progress) => (
                    <ExceptionCell one={one} to={linksOf(one.subject_id).exceptions} />
                  ),
                },
                {
                  key: 'marking',
                  title: '阅卷（份）',
                  width: 130,
                  render: (one: Progress) => (
                    <MarkingCell one={one} to={linksOf(one.subject_id).supervision} />
                  ),
                },
              ]),
          {
            key: 'next',
            title: '下一步',
            render: (one) => <NextCell {...props} one={one} />,
          },
        ]}
      />
    </Panel>
  )
}

const SCORE_IMPORT = 4
const ONLINE_EXAM = 3

const To = ({ to, children }: { to: string | null; children: ReactNode }) =>
  to ? <Link to={to}>{children}</Link> : children

function SheetCell({ one, links }: { one: Progress; links: SubjectLinks }) {
  if (one.mode === SCORE_IMPORT) return <To to={links.scores}>{importWord(one)}</To>
  if (!one.sheet) return <To to={links.sheet}>去设计</To>
  return (
    <>
      <To to={links.sheet}>第 {one.sheet.version} 版</To>
      {one.keys_missing > 0 && (
        <>
          {' · '}
          <To to={links.keys}>缺 {one.keys_missing} 题答案</To>
        </>
      )}
    </>
  )
}

function importWord({ status, full_milli }: Progress): string {
  if (status === 6) return '已导入'
  return full_milli > 0 ? '导入成绩' : '设置满分'
}

function ScanCell({ one, to }: { one: Progress; to: string | null }) {
  if (one.mode === SCORE_IMPORT || one.mode === ONLINE_EXAM) return <>—</>
  return (
    <To to={to}>
      <ProgressBar
        label={`${one.name}扫描进度`}
        done={one.scanned_candidates}
        total={one.expected}
      />
      {one.absent > 0 && <small className={css['muted']}> 另有缺考 {one.absent} 人</small>}
    </To>
  )
}

function ExceptionCell({ one, to }: { one: Progress; to: string | null }) {
  if (one.open_exceptions === 0) return <StatusTag status="ok">没有</StatusTag>
  return (
    <To to={to}>
      <StatusTag
        status="warn"
        title={one.exceptions.map(({ label, count }) => `${label} ${count}`).join('\n')}
      >
        {one.open_exceptions} 条
      </StatusTag>
    </To>
  )
}

function MarkingCell({ one, to }: { one: Progress; to: string | null }) {
  if (one.units_total === 0) return <>—</>
  return (
    <To to={to}>
      <ProgressBar label={`${one.name}阅卷进度`} done={one.units_final} total={one.units_total} />
    </To>
  )
}

function NextCell(props: SubjectLinesProps & { one: Progress }) {
  const { one, mayManage, isPublished } = props
  const blocking = one.gates.filter((gate) => gate.blocking)
  const previous = stepBefore(one.status)
  const canMove = mayManage && !isPublished
  return (
    <div className={css['nextCell']}>
      {one.gates.length > 0 ? (
        <ul className={css['gates']}>
          {one.gates.map((gate) => (
            <li key={gate.code} data-blocking={gate.blocking || undefined}>
              {gate.blocking ? '✕' : '!'} {gate.text}
            </li>
          ))}
        </ul>
      ) : (
        <span className={css['muted']}>
          {isPublished ? '成绩已发布' : one.next_status === null ? '可以发布成绩' : ''}
        </span>
      )}
      {canMove && (
        <span className={css['nextButtons']}>
          {one.next_status !== null && (
            <ReasonButton
              size="small"
              variant="outlined"
              reason={blocking.length > 0 ? `还有 ${blocking.length} 项没有完成` : null}
              onClick={() => props.onMove(one, one.next_status ?? 0)}
            >
              进入{one.next_status_name}
            </ReasonButton>
          )}
          {previous !== null && (
            <Button size="small" variant="minimal" onClick={() => props.onRollBack(one, previous)}>
              退回上一步
            </Button>
          )}
        </span>
      )}
    </div>
  )
}
