import { Button, Classes, PopoverNext } from '@blueprintjs/core'
import { DownloadButton, PageHeader, StatusTag, Time } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CaretDownIcon, DownloadIcon } from '@blueprintjs/icons'
import {
  exportBlockProgress,
  exportMarkerProgress,
  exportSchoolProgress,
  exportSubjectProgress,
} from '@hengjuan/contracts'
import type { Progress } from './use-live-progress.ts'
import { clockTime } from './words.ts'
import css from './supervision.module.css'

/** How fresh the page is, and what can be done with the exam as a whole. @source ui D5.7, D5.8 */
export function SupervisionHeader(props: {
  data: Progress
  isLive: boolean
  /** Choice of the exam. */
  select: ReactNode
  query: { exam_id: number; subject_id?: number }
  /** Messages that the caller has not read; null for whoever leads no block. */
  unread: number | null
  onMessages: () => void
  onLimits: () => void
}) {
  const { data, isLive, unread, query } = props
  return (
    <PageHeader
      title="阅卷监管"
      tags={
        <StatusTag
          status={isLive ? 'ok' : 'warn'}
          title={isLive ? '有变化时自动更新' : '实时连接中断，改为每 5 秒查询一次'}
        >
          {isLive ? '实时' : '轮询'}
        </StatusTag>
      }
      subtitle={
        <span aria-live="off">
          {data.exam_name} · 数据更新于{' '}
          <Time at={data.updated_at} text={clockTime(data.updated_at)} />
        </span>
      }
      actions={
        <>
          {props.select}
          {unread !== null && (
            <Button intent={unread > 0 ? 'primary' : 'none'} onClick={props.onMessages}>
              消息{unread > 0 && ` ${unread} 条未读`}
            </Button>
          )}
          {data.by_role && (
            <>
              <Link className={Classes.BUTTON} to={`/spot-check?exam_id=${query.exam_id}`}>
                抽查
              </Link>
              <Button onClick={props.onLimits}>状态界限</Button>
              <ExportMenu query={query} />
            </>
          )}
        </>
      }
    />
  )
}

/** The spreadsheets of the exam, or of the subject in view. */
function ExportMenu({ query }: { query: { exam_id: number; subject_id?: number } }) {
  const look = { variant: 'minimal' } as const
  return (
    <PopoverNext
      placement="bottom-end"
      content={
        <div className={css['menu']}>
          <DownloadButton {...look} route={exportSubjectProgress} input={{ query }}>
            科目进度
          </DownloadButton>
          <DownloadButton {...look} route={exportBlockProgress} input={{ query }}>
            题块进度
          </DownloadButton>
          <DownloadButton {...look} route={exportSchoolProgress} input={{ query }}>
            各校进度
          </DownloadButton>
          <DownloadButton {...look} route={exportMarkerProgress} input={{ query }}>
            教师进度与质量
          </DownloadButton>
          <DownloadButton
            {...look}
            route={exportMarkerProgress}
            input={{ query: { ...query, unfinished: 1 } }}
          >
            未完成教师名单
          </DownloadButton>
        </div>
      }
    >
      <Button icon={<DownloadIcon />} endIcon={<CaretDownIcon />}>
        导出
      </Button>
    </PopoverNext>
  )
}
