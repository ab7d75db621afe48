import { Switch } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { exportStudents, reportStudents, type ReplyOf } from '@hengjuan/contracts'
import { type Attendance, attendanceLabel, formatMilli, PRESENT } from '@hengjuan/domain'
import {
  type Column,
  DataTable,
  DownloadButton,
  EmptyState,
  filter,
  Panel,
  SearchField,
  useUrlFilters,
} from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { type CSSProperties, useMemo } from 'react'
import { FooterNote } from './FooterNote.tsx'
import { heatOf, type Heat, HeatLegend } from './heat.tsx'
import css from './report.module.css'
import { ReportShell } from './ReportShell.tsx'
import { useReportFilters } from './use-report-filters.ts'

type Report = ReplyOf<typeof reportStudents>
type Row = Report['list'][number]

/** A grade has at most a few thousand; all of them at once, so that sorting and scrolling are instant. */
const ALL = 5000
const filters = { keyword: filter.text(), heat: filter.oneOf(['on', 'off'], 'on') }

/** Everyone's scores and ranks. */
export function StudentReport(props: { mayExport: boolean }) {
  const { examId, classId } = useReportFilters()
  const { values, set } = useUrlFilters(filters)
  const query = {
    exam_id: examId,
    ...(classId === null ? {} : { class_id: classId }),
    ...(values.keyword === '' ? {} : { keyword: values.keyword }),
    limit: ALL,
  }
  const { data, error, refetch } = useRoute(
    reportStudents,
    { query },
    { placeholderData: keepPreviousData },
  )
  // The answer lists only the classes that the filter leaves; the choice needs all of them.
  const whole = useRoute(reportStudents, { query: { exam_id: examId, limit: 1 } })
  const isHeated = values.heat === 'on'
  const columns = useMemo(() => (data ? columnsOf(data, isHeated) : []), [data, isHeated])
  return (
    <ReportShell
      page="student"
      frame={data && { subjects: data.columns, classes: data.classes, footer: data.footer }}
      classes={whole.data?.classes}
      error={error}
      onRetry={() => void refetch()}
      withoutSubject
      filters={
        <>
          <SearchField
            value={values.keyword}
            onChange={(keyword) => set({ keyword })}
            placeholder="姓名、拼音首字母或考号"
          />
          <Switch
            className={css['switch'] ?? ''}
            checked={isHeated}
            label="按标准分着色"
            onChange={() => set({ heat: isHeated ? 'off' : 'on' })}
          />
          {isHeated && <HeatLegend />}
        </>
      }
      actions={
        props.mayExport && (
          <DownloadButton
            route={exportStudents}
            input={{
              query: { exam_id: examId, ...(classId === null ? {} : { class_id: classId }) },
            }}
          >
            导出学生成绩
          </DownloadButton>
        )
      }
    >
      {data && (
        <Panel
          flush
          footer={
            <FooterNote
              footer={data.footer}
              extra="「部分」表示有必考科目缺考或无记录，显示已考各科之和，不参加排名；着色按所列学生该列的 Z 分"
            />
          }
        >
          <DataTable
            label="学生成绩"
            columns={columns}
            rows={data.list}
            rowKey={(row) => row.candidate_id}
            initialSort={{ key: 'total', isAscending: false }}
            rowHeight={36}
            maxHeight="calc(100vh - 260px)"
            empty={
              values.keyword ? (
                <EmptyState title={`没有找到「${values.keyword}」`}>
                  请核对姓名或考号；只能查到当前身份可见班级的学生。
                </EmptyState>
              ) : (
                <EmptyState title="当前身份没有可见的班级">
                  如需查看，请联系学校管理员分配班级。
                </EmptyState>
              )
            }
          />
        </Panel>
      )}
    </ReportShell>
  )
}

function columnsOf(data: Report, isHeated: boolean): Column<Row>[] {
  const hasRanks = data.list.some(({ school_rank }) => school_rank !== null)
  const heats = new Map<number, Heat>(
    data.columns.map(({ subject_id }, index) => [
      subject_id,
      heatOf(data.list.flatMap(({ subjects }) => subjects[index]?.score ?? [])),
    ]),
  )
  const totals = heatOf(data.list.flatMap((row) => (row.partial ? [] : (row.total_score ?? []))))
  const tint = (heat: Heat | undefined, score: number | null): CSSProperties =>
    isHeated && heat && score !== null ? heat(score) : {}
  const rank = (
    key: string,
    title: string,
    valueOf: (row: Row) => number | null,
    hint: string,
  ): Column<Row> => ({
    key,
    title,
    hint,
    width: 78,
    align: 'right',
    sortBy: (row) => {
      const value = valueOf(row)
      return value === null ? null : -value
    },
    render: (row) => valueOf(row) ?? <span className={css['faint']}>–</span>,
  })
  return [
    {
      key: 'name',
      title: '姓名',
      width: 96,
      frozen: true,
      sortBy: (row) => row.student_name,
      render: (row) => row.student_name,
    },
    {
      key: 'exam_no',
      title: '考号',
      width: 108,
      frozen: true,
      sortBy: (row) => row.exam_no,
      render: (row) => <span className={css['number']}>{row.exam_no}</span>,
    },
    {
      key: 'class',
      title: '班级',
      width: 104,
      sortBy: (row) => row.class_name,
      render: (row) => row.class_name,
    },
    {
      key: 'total',
      title: '总分',
      width: 108,
      align: 'right',
      sortBy: (row) => row.total_score,
      render: (row) => (
        <span className={css['heat']} style={row.partial ? {} : tint(totals, row.total_score)}>
          {row.partial && row.total_score !== null && <small>部分</small>}
          <strong>{row.total_score === null ? '–' : formatMilli(row.total_score)}</strong>
        </span>
      ),
    },
    ...(hasRanks
      ? [
          rank('school_rank', '校排名', (row) => row.school_rank, '同分同名次（1-2-2-4）'),
          rank('class_rank', '班排名', (row) => row.class_rank, '同分同名次（1-2-2-4）'),
        ]
      : []),
    {
      key: 'std',
      title: '标准分',
      hint: 'T 分 = 50 + 10Z，参照全年级总分完整的考生',
      width: 84,
      align: 'right',
      sortBy: (row) => row.std_score,
      render: (row) => (row.std_score === null ? '–' : row.std_score.toFixed(1)),
    },
    ...data.columns.flatMap(({ subject_id, subject_name, full_milli }, index): Column<Row>[] => [
      {
        key: `score ${subject_id}`,
        title: subject_name,
        hint: `满分 ${formatMilli(full_milli)}`,
        width: 84,
        align: 'right',
        sortBy: (row) => row.subjects[index]?.score ?? null,
        render: (row) => {
          const cell = row.subjects[index]
          if (!cell || cell.attendance !== PRESENT)
            return (
              <span className={css['faint']}>
                {attendanceLabel((cell?.attendance ?? 3) as Attendance)}
              </span>
            )
          return (
            <span
              className={css['heat']}
              style={tint(heats.get(subject_id), cell.score)}
              title={`客观题 ${cell.objective_score === null ? '–' : formatMilli(cell.objective_score)}，主观题 ${cell.subjective_score === null ? '–' : formatMilli(cell.subjective_score)}`}
            >
              {cell.score === null ? '–' : formatMilli(cell.score)}
            </span>
          )
        },
      },
      ...(hasRanks
        ? [
            rank(
              `rank ${subject_id}`,
              '校名次',
              (row) => row.subjects[index]?.school_rank ?? null,
              `${subject_name}在全校的名次`,
            ),
          ]
        : []),
    ]),
  ]
}
