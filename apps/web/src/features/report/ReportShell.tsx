import { HTMLSelect } from '@blueprintjs/core'
import { ArrowLeftIcon } from '@blueprintjs/icons'
import type { Frame } from '@hengjuan/contracts'
import { TOTAL_SUBJECT_ID } from '@hengjuan/domain'
import {
  FilterField,
  fullTimeText,
  PageHeader,
  relativeText,
  Segmented,
  StatusTag,
  usePrinting,
} from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import css from './report.module.css'
import { REPORT_PAGES, type ReportPageKey } from './report-address.ts'
import { ReportMissing } from './ReportMissing.tsx'
import { ReportTree } from './ReportTree.tsx'
import { useReportFilters } from './use-report-filters.ts'

/** Navigation, version, filters; the figures between them. */
export function ReportShell(props: {
  page: ReportPageKey
  of: 'total' | 'subject' | 'both'
  /** A window of its own has no way to other reports. */
  isBare?: boolean
  /** Does the report answer to a class? */
  hasClass: boolean
  /** Does it answer to an earlier exam to compare with? */
  hasCompare?: boolean
  /** What it compares with where nothing is chosen. */
  compareDefault?: string
  frame: Frame | undefined
  error: unknown
  onRetry: () => void
  filters?: ReactNode
  /** Filters of this report in words. */
  chips?: readonly string[]
  actions?: ReactNode
  children: ReactNode
}) {
  const { kept } = useReportFilters()
  const isPrinting = usePrinting()
  const { frame, error } = props
  const label = REPORT_PAGES.find(({ key }) => key === props.page)?.label
  return (
    <div
      className={props.isBare || isPrinting ? css['bare'] : css['shell']}
      data-printing={isPrinting || undefined}
      data-report-state={frame ? 'ready' : undefined}
    >
      {!props.isBare && !isPrinting && (
        <nav className={css['nav']} aria-label="报表">
          <Link className={css['back']} to="/MainPage/testReport">
            <ArrowLeftIcon /> 全部考试
          </Link>
          <Link className={css['navLink']} to={`/MainPage/reportDetail?exam_id=${kept.exam_id}`}>
            报表目录
          </Link>
          <ReportTree isJoint={frame?.is_joint} />
        </nav>
      )}
      <div className={css['main']}>
        {frame ? (
          <>
            <PageHeader
              title={label}
              subtitle={frame.footer.exam_name}
              tags={<VersionTag footer={frame.footer} />}
              actions={props.actions}
            />
            <OtherVersion frame={frame} />
            {frame.footer.policy.banner !== null && (
              <p className={css['banner']}>{frame.footer.policy.banner}。请勿公开张贴成绩。</p>
            )}
            <div className={css['filters']}>
              {props.of !== 'total' && <SubjectChoice frame={frame} of={props.of} />}
              {frame.schools.length > 1 && <SchoolChoice frame={frame} />}
              {props.hasClass && <ClassChoice frame={frame} />}
              <VersionChoice frame={frame} />
              {props.hasCompare && (
                <CompareChoice frame={frame} none={props.compareDefault ?? '不对比'} />
              )}
              {props.filters}
            </div>
            <Chips
              frame={frame}
              of={props.of}
              hasClass={props.hasClass}
              hasCompare={props.hasCompare ?? false}
              own={props.chips ?? []}
            />
            {props.children}
          </>
        ) : (
          <ReportMissing error={error} onRetry={props.onRetry} />
        )}
      </div>
    </div>
  )
}

const VersionTag = ({ footer }: { footer: Frame['footer'] }) => (
  <StatusTag
    status={footer.is_current ? 'ok' : 'idle'}
    title={`${footer.is_current ? '发布' : '生成'}于 ${fullTimeText(footer.published_at)}（${relativeText(footer.published_at)}）`}
  >
    成绩版本 v{footer.version}
  </StatusTag>
)

/** Whoever looks at another version than the released one is told so all the time. */
function OtherVersion({ frame }: { frame: Frame }) {
  const { set } = useReportFilters()
  if (frame.footer.is_current) return null
  return (
    <p className={css['banner']} role="status">
      非当前发布版本 v{frame.footer.version}，仅供核对。
      <button type="button" onClick={() => set({ version: null })}>
        回到发布的版本
      </button>
    </p>
  )
}

/** What is shown, in words: it also heads what is printed. */
function Chips(props: {
  frame: Frame
  of: 'total' | 'subject' | 'both'
  hasClass: boolean
  hasCompare: boolean
  own: readonly string[]
}) {
  const { frame, own } = props
  const { classId, schoolId, compareExamId } = useReportFilters()
  const { footer, classes, schools } = frame
  const words = [
    footer.subject_name,
    ...schools.flatMap((one) => (one.school_id === schoolId ? [one.school_name] : [])),
    ...(props.hasClass
      ? [classes.find(({ class_id }) => class_id === classId)?.class_name ?? '全部可见班级']
      : []),
    `参照 ${footer.scope_name}`,
    ...(props.hasCompare
      ? frame.compare_exams.flatMap((one) =>
          one.exam_id === compareExamId ? [`对比 ${one.exam_name}`] : [],
        )
      : []),
    ...own,
  ]
  return <p className={css['chips']}>{words.join(' · ')}</p>
}

function SubjectChoice({ frame, of }: { frame: Frame; of: 'subject' | 'both' }) {
  const { subjectId, set } = useReportFilters()
  const subjects = frame.subjects.map(({ subject_id, subject_name }) => ({
    value: subject_id,
    label: subject_name,
  }))
  const options =
    of === 'subject'
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

const idOf = (text: string): number | null => (text === '' ? null : Number(text))

/** Another school has other classes. */
function SchoolChoice({ frame }: { frame: Frame }) {
  const { schoolId, set } = useReportFilters()
  return (
    <FilterField label="学校">
      <HTMLSelect
        value={schoolId ?? ''}
        onChange={({ currentTarget }) =>
          set({ school_id: idOf(currentTarget.value), class_id: null })
        }
      >
        <option value="">全部可见学校</option>
        {frame.schools.map(({ school_id, school_name }) => (
          <option key={school_id} value={school_id}>
            {school_name}
          </option>
        ))}
      </HTMLSelect>
    </FilterField>
  )
}

function ClassChoice({ frame }: { frame: Frame }) {
  const { classId, schoolId, set } = useReportFilters()
  return (
    <FilterField label="班级">
      <HTMLSelect
        value={classId ?? ''}
        onChange={({ currentTarget }) => set({ class_id: idOf(currentTarget.value) })}
      >
        <option value="">全部可见班级</option>
        {frame.classes
          .filter(({ school_id }) => schoolId === null || school_id === schoolId)
          .map(({ class_id, class_name }) => (
            <option key={class_id} value={class_id}>
              {class_name}
            </option>
          ))}
      </HTMLSelect>
    </FilterField>
  )
}

/** Earlier exams of the same year group; where there is none, there is nothing to choose. */
function CompareChoice({ frame, none }: { frame: Frame; none: string }) {
  const { compareExamId, set } = useReportFilters()
  const { compare_exams: exams } = frame
  if (exams.length === 0) return null
  return (
    <FilterField label="对比">
      <HTMLSelect
        value={compareExamId ?? ''}
        onChange={({ currentTarget }) => set({ compare_exam_id: idOf(currentTarget.value) })}
      >
        <option value="">{none}</option>
        {exams.map(({ exam_id, exam_name, start_date }) => (
          <option key={exam_id} value={exam_id}>
            {exam_name}（{start_date.slice(0, 10)}）
          </option>
        ))}
      </HTMLSelect>
    </FilterField>
  )
}

/** Only for who may look at versions that are not released. */
function VersionChoice({ frame }: { frame: Frame }) {
  const { set } = useReportFilters()
  if (frame.versions.length < 2) return null
  return (
    <FilterField label="版本">
      <HTMLSelect
        value={frame.footer.version}
        onChange={({ currentTarget }) => {
          const chosen = frame.versions.find(
            ({ version }) => version === Number(currentTarget.value),
          )
          set({ version: !chosen || chosen.is_current ? null : chosen.version })
        }}
      >
        {frame.versions.map(({ version, is_current }) => (
          <option key={version} value={version}>
            v{version}
            {is_current ? '（已发布）' : ''}
          </option>
        ))}
      </HTMLSelect>
    </FilterField>
  )
}
