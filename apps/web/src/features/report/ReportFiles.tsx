import { Button, Checkbox, HTMLSelect } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { routeKey, useCall, useCaller, useRoute } from '@hengjuan/client/react'
import {
  downloadCreate,
  downloadList,
  downloadRebuild,
  type Frame,
  type JobInfo,
  jointExport,
  jointSchoolExport,
  overviewReport,
  REPORT_PRESETS,
  type ReportPreset,
  reportPdf,
} from '@hengjuan/contracts'
import {
  DownloadButton,
  EmptyState,
  ErrorState,
  FilterField,
  Panel,
  SkeletonLines,
  toast,
} from '@hengjuan/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import css from './report.module.css'
import {
  PAGE_OF_REPORT,
  REPORT_GROUPS,
  REPORT_PAGES,
  reportAddress,
  type ReportPageKey,
} from './report-address.ts'
import { ReportShell } from './ReportShell.tsx'
import { useReportFilters } from './use-report-filters.ts'

const RUNNING_MS = 2000
/** That of the page of a class is had there. */
const PRESETS = (
  Object.entries(REPORT_PRESETS) as [ReportPreset, (typeof REPORT_PRESETS)[ReportPreset]][]
).filter(([preset]) => preset !== 'booklet')

/** A line of the list of jobs, with what else can be done about it. */
type RenderJob = (job: JobInfo, acts?: ReactNode) => ReactNode

/** Files of whole sets of reports, and what was asked for before. @source reports P17, P18 */
export function DownloadReport(props: { mayExport: boolean; renderJob: RenderJob }) {
  return (
    <FilesShell page="download" mayExport={props.mayExport}>
      {(frame) => (
        <div className={css['twoColumns']}>
          <div className={css['stack']}>
            <Panel title="成套报表" note="一次生成几份，按上方选定的科目、学校与班级">
              <Presets frame={frame} />
            </Panel>
            {frame.is_joint && <JointFiles frame={frame} />}
            <Panel title="单份报表" note="打开后用右上角的导出，带上那一页的筛选">
              <Catalogue />
            </Panel>
          </div>
          <Jobs renderJob={props.renderJob} />
        </div>
      )}
    </FilesShell>
  )
}

/** Sets of reports on paper. @source reports P18 */
export function PdfReport(props: { mayExport: boolean; renderJob: RenderJob }) {
  return (
    <FilesShell page="pdf" mayExport={props.mayExport}>
      {(frame) => (
        <div className={css['twoColumns']}>
          <Panel title="报告" note="一次生成几份报表的 PDF，按上方选定的科目、学校与班级">
            <Presets frame={frame} isPaper />
          </Panel>
          <Jobs renderJob={props.renderJob} />
        </div>
      )}
    </FilesShell>
  )
}

function FilesShell(props: {
  page: ReportPageKey
  mayExport: boolean
  children: (frame: Frame) => ReactNode
}) {
  const { examId, query } = useReportFilters()
  const { data, error, refetch } = useRoute(
    overviewReport.list,
    { query: query('total') },
    { enabled: examId !== 0 },
  )
  return (
    <ReportShell
      page={props.page}
      of="both"
      hasClass
      frame={data}
      error={error}
      onRetry={() => void refetch()}
    >
      {props.mayExport ? (
        data && props.children(data)
      ) : (
        <EmptyState title="当前角色不能导出报表">请联系学校管理员，或在页面上查看。</EmptyState>
      )}
    </ReportShell>
  )
}

const SPLITS = { none: '合成一份', class: '每班一份（zip）', school: '每校一份（zip）' } as const
type Split = keyof typeof SPLITS

function Presets({ frame, isPaper = false }: { frame: Frame; isPaper?: boolean }) {
  const { query } = useReportFilters()
  const [split, setSplit] = useState<Split>('none')
  const splits: readonly Split[] =
    frame.schools.length > 1 ? ['none', 'class', 'school'] : ['none', 'class']
  const { call } = useCaller()
  const client = useQueryClient()
  /** Reports of a set that are left out. */
  const [without, setWithout] = useState<readonly string[]>([])
  const begin = useMutation<unknown, CallError, { preset: ReportPreset; kind: 'pdf' | 'workbook' }>(
    {
      mutationFn: async ({ preset, kind }) => {
        const { exam_id, ...filters } = query('both')
        await call(kind === 'pdf' ? reportPdf : downloadCreate, {
          body: {
            exam_id,
            preset,
            split,
            filters,
            ...(without.some((one) => one.startsWith(`${preset} `))
              ? { sections: sectionsOf(preset, without) }
              : {}),
          },
        })
      },
      onSuccess: () => client.invalidateQueries({ queryKey: routeKey(downloadList) }),
      onError: (error) => toast.error(error),
    },
  )
  return (
    <div className={css['stack']}>
      <FilterField label="文件">
        <HTMLSelect
          value={split}
          onChange={({ currentTarget }) =>
            setSplit(splits.find((one) => one === currentTarget.value) ?? 'none')
          }
        >
          {splits.map((one) => (
            <option key={one} value={one}>
              {SPLITS[one]}
            </option>
          ))}
        </HTMLSelect>
      </FilterField>
      <ul className={css['presets']}>
        {PRESETS.filter(([preset]) => preset !== 'region' || frame.is_joint).map(
          ([preset, { name, text }]) => (
            <li key={preset}>
              <div>
                <strong>{name}</strong>
                <p className={css['quiet']}>{text}</p>
                <Sections preset={preset} without={without} onChange={(next) => setWithout(next)} />
              </div>
              <span>
                <Button
                  disabled={begin.isPending || sectionsOf(preset, without).length === 0}
                  onClick={() => begin.mutate({ preset, kind: 'pdf' })}
                  aria-label={`${name}：生成 PDF`}
                >
                  生成 PDF
                </Button>
                {!isPaper && (
                  <Button
                    disabled={begin.isPending || sectionsOf(preset, without).length === 0}
                    onClick={() => begin.mutate({ preset, kind: 'workbook' })}
                    aria-label={`${name}：生成工作簿`}
                  >
                    生成工作簿
                  </Button>
                )}
              </span>
            </li>
          ),
        )}
      </ul>
    </div>
  )
}

/** Of a set those that are not left out. */
const sectionsOf = (preset: ReportPreset, without: readonly string[]) =>
  REPORT_PRESETS[preset].reports.filter((key) => !without.includes(`${preset} ${key}`))

/** Which reports of a set go into the file. @source reports P18 */
function Sections(props: {
  preset: ReportPreset
  without: readonly string[]
  onChange: (without: string[]) => void
}) {
  const { preset, without } = props
  const all = REPORT_PRESETS[preset].reports
  const chosen = sectionsOf(preset, without)
  return (
    <details className={css['sections']}>
      <summary>
        {chosen.length === all.length
          ? `全部 ${all.length} 份`
          : `${chosen.length} / ${all.length} 份`}
        {chosen.length === 0 && '，请至少选一份'}
      </summary>
      {all.map((key) => {
        const id = `${preset} ${key}`
        const page = PAGE_OF_REPORT[key]
        const label = REPORT_PAGES.find((one) => one.key === page)?.label ?? key
        const isOut = without.includes(id)
        return (
          <Checkbox
            key={key}
            inline
            checked={!isOut}
            label={label}
            onChange={() =>
              props.onChange(isOut ? without.filter((one) => one !== id) : [...without, id])
            }
          />
        )
      })}
    </details>
  )
}

/** What an organiser hands over of a joint exam, and what a school takes home. @source reports P14, P39 */
function JointFiles({ frame }: { frame: Frame }) {
  const { examId, schoolId } = useReportFilters()
  const [only] = frame.schools
  const isOwn = frame.schools.length === 1
  const school = isOwn ? only : frame.schools.find(({ school_id }) => school_id === schoolId)
  return (
    <Panel title="联考" note="多张表合成一个工作簿">
      <ul className={css['presets']}>
        {!isOwn && (
          <li>
            <div>
              <strong>联考汇总</strong>
              <p className={css['quiet']}>总览、区域报表、学校均分、年级报表与试卷质量</p>
            </div>
            <DownloadButton route={jointExport} input={{ query: { exam_id: examId } }}>
              生成联考汇总
            </DownloadButton>
          </li>
        )}
        <li>
          <div>
            <strong>{school ? `${school.school_name} 成绩册` : '学校成绩册'}</strong>
            <p className={css['quiet']}>
              {school
                ? '本校总览、班级均分、上线、试卷质量与学生成绩；他校只以联考合计出现'
                : '请先在上方选定一所学校；要全部学校时用「每校一份」'}
            </p>
          </div>
          {school && (
            <DownloadButton
              route={jointSchoolExport}
              input={{
                query: { exam_id: examId, ...(isOwn ? {} : { school_id: school.school_id }) },
              }}
            >
              生成成绩册
            </DownloadButton>
          )}
        </li>
      </ul>
    </Panel>
  )
}

/** Every single report with what it answers; its own page has its filters and its file. */
function Catalogue() {
  const { kept } = useReportFilters()
  return (
    <div className={css['directory']}>
      {REPORT_GROUPS.slice(0, -1).map(({ title, pages }) => (
        <section key={title}>
          <h3>{title}</h3>
          {pages.map(({ key, label, text }) => (
            <p key={key}>
              <Link to={reportAddress(key, kept)}>{label}</Link>
              <span className={css['quiet']}>{text}</span>
            </p>
          ))}
        </section>
      ))}
    </div>
  )
}

function Jobs({ renderJob }: { renderJob: RenderJob }) {
  const { examId } = useReportFilters()
  const { data, error, refetch } = useRoute(
    downloadList,
    { query: { exam_id: examId, limit: 50 } },
    {
      refetchInterval: ({ state }) =>
        (state.data?.list ?? []).some((job) => job.state === 'waiting' || job.state === 'running')
          ? RUNNING_MS
          : false,
    },
  )
  return (
    <Panel title="我要的文件" note="完成后保留 7 天；过期后 90 天内可以重新生成">
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonLines lines={4} />
        )
      ) : data.list.length === 0 ? (
        <EmptyState title="还没有文件">在左侧选择成套报表，生成后在这里下载。</EmptyState>
      ) : (
        <ul className={css['jobs']}>
          {data.list.map((job) => (
            <Fragment key={job.job_id}>
              {renderJob(job, job.state === 'expired' && <Rebuild job={job} />)}
            </Fragment>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** The same file once more, of the scores that count now. @source reports P17 */
function Rebuild({ job }: { job: JobInfo }) {
  const { examId } = useReportFilters()
  const client = useQueryClient()
  const rebuild = useCall(downloadRebuild, {
    onSuccess: () => client.invalidateQueries({ queryKey: routeKey(downloadList) }),
    onError: toast.error,
  })
  return (
    <Button
      size="small"
      loading={rebuild.isPending}
      title="筛选不变，按当前发布的成绩与您现在的权限"
      onClick={() => rebuild.mutate({ body: { exam_id: examId, job_id: job.job_id } })}
      aria-label={`重新生成：${job.title}`}
    >
      重新生成
    </Button>
  )
}
