import { HTMLSelect } from '@blueprintjs/core'
import { ArrowLeftIcon } from '@blueprintjs/icons'
import { CallError } from '@hengjuan/client'
import { TOTAL_SUBJECT_ID } from '@hengjuan/domain'
import {
  EmptyState,
  ErrorState,
  FilterField,
  fullTimeText,
  PageHeader,
  relativeText,
  Segmented,
  SkeletonPage,
  StatusTag,
} from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import css from './report.module.css'
import { REPORT_PAGES, reportAddress, type ReportPage } from './report-address.ts'
import { useReportFilters } from './use-report-filters.ts'

/** What every report answers beside its figures. */
export interface ReportFrame {
  subjects: readonly { subject_id: number; subject_name: string }[]
  classes?: readonly { class_id: number; class_name: string }[]
  footer: { exam_name: string; version: number; published_at: string }
}

/** Navigation, version, filters; the figures between them. */
export function ReportShell(props: {
  page: ReportPage
  frame: ReportFrame | undefined
  error: unknown
  onRetry: () => void
  /** Only a single subject makes sense. */
  withoutTotal?: boolean
  withoutSubject?: boolean
  /** All classes that there are, when the answer names only the chosen one. */
  classes?: ReportFrame['classes']
  filters?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const filters = useReportFilters()
  const { frame, error } = props
  const label = REPORT_PAGES.find(({ key }) => key === props.page)?.label
  return (
    <div className={css['shell']}>
      <nav className={css['nav']} aria-label="报表">
        <Link className={css['back']} to="/MainPage/testReport">
          <ArrowLeftIcon /> 全部考试
        </Link>
        {REPORT_PAGES.map(({ key, label: name, path }) => (
          <NavLink
            key={key}
            className={css['navLink'] ?? ''}
            to={reportAddress(key, {
              exam_id: filters.examId,
              subject_id: filters.subjectId === TOTAL_SUBJECT_ID ? null : filters.subjectId,
              class_id: filters.classId,
            })}
            aria-current={path === location.pathname ? 'page' : undefined}
          >
            {name}
          </NavLink>
        ))}
      </nav>
      <div className={css['main']}>
        {frame ? (
          <>
            <PageHeader
              title={label}
              subtitle={frame.footer.exam_name}
              tags={
                <StatusTag
                  status="ok"
                  title={`发布于 ${fullTimeText(frame.footer.published_at)}（${relativeText(frame.footer.published_at)}）`}
                >
                  成绩版本 v{frame.footer.version}
                </StatusTag>
              }
              actions={props.actions}
            />
            {!(props.withoutSubject && !props.filters) && (
              <div className={css['filters']}>
                {!props.withoutSubject && (
                  <SubjectChoice frame={frame} withoutTotal={props.withoutTotal ?? false} />
                )}
                {(props.classes ?? frame.classes) && (
                  <ClassChoice classes={props.classes ?? frame.classes ?? []} />
                )}
                {props.filters}
              </div>
            )}
            {props.children}
          </>
        ) : error ? (
          <Refused error={error} onRetry={props.onRetry} />
        ) : (
          <SkeletonPage />
        )}
      </div>
    </div>
  )
}

function Refused(props: { error: unknown; onRetry: () => void }) {
  const isUnreleased = props.error instanceof CallError && props.error.code === 'SCORE_NOT_RELEASED'
  if (!isUnreleased) return <ErrorState size="large" error={props.error} onRetry={props.onRetry} />
  return (
    <EmptyState
      size="large"
      title="成绩还没有发布"
      action={<Link to="/MainPage/testReport">查看其他考试</Link>}
    >
      在成绩预审页完成检查并发布后，这里显示各项报表；撤回发布期间报表不可查看。
    </EmptyState>
  )
}

function SubjectChoice({ frame, withoutTotal }: { frame: ReportFrame; withoutTotal: boolean }) {
  const { subjectId, set } = useReportFilters()
  const subjects = frame.subjects.map(({ subject_id, subject_name }) => ({
    value: subject_id,
    label: subject_name,
  }))
  const options = withoutTotal
    ? subjects
    : [{ value: TOTAL_SUBJECT_ID as number, label: '总分' }, ...subjects]
  const isKnown = options.some(({ value }) => value === subjectId)
  return (
    <Segmented
      label="科目"
      options={options}
      value={isKnown ? subjectId : (options[0]?.value ?? TOTAL_SUBJECT_ID)}
      onChange={(subject_id) => set({ subject_id })}
    />
  )
}

function ClassChoice({ classes }: { classes: NonNullable<ReportFrame['classes']> }) {
  const { classId, set } = useReportFilters()
  return (
    <FilterField label="班级">
      <HTMLSelect
        value={classId ?? ''}
        onChange={({ currentTarget }) =>
          set({ class_id: currentTarget.value === '' ? null : Number(currentTarget.value) })
        }
      >
        <option value="">全部可见班级</option>
        {classes.map(({ class_id, class_name }) => (
          <option key={class_id} value={class_id}>
            {class_name}
          </option>
        ))}
      </HTMLSelect>
    </FilterField>
  )
}
