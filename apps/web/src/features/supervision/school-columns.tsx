import type { ReplyOf, supervisedSchools } from '@hengjuan/contracts'
import { type Column, Figure, ProgressBar } from '@hengjuan/ui'
import css from './supervision.module.css'
import { meanText } from './words.ts'

export type Row = ReplyOf<typeof supervisedSchools>['list'][number]

/** Opens papers of a school in a subject. */
export type OnSchoolPapers = (
  row: Row,
  part: { label: string; waitsFor: 'done' | 'unfinished' },
) => void

const DONE = { label: '已有终评分', waitsFor: 'done' } as const
const LEFT = { label: '还没有终评分', waitsFor: 'unfinished' } as const

export const schoolColumns = (
  onPapers: OnSchoolPapers,
  candidatesOf: ((row: Row, sheet: 'with' | 'any') => string) | null,
): Column<Row>[] => [
  {
    key: 'school',
    title: '学校',
    width: 220,
    frozen: true,
    grow: true,
    sortBy: (row) => row.school_name,
    render: (row) => row.school_name,
  },
  {
    key: 'subject',
    title: '科目',
    width: 100,
    sortBy: (row) => row.subject_name,
    render: (row) => row.subject_name,
  },
  {
    key: 'progress',
    title: '阅卷进度',
    hint: '已有终评分的份数 / 本校考生的试卷份数',
    width: 220,
    grow: true,
    sortBy: (row) => row.marking_progress,
    render: (row) => (
      <div className={css['bar']}>
        <ProgressBar
          label={`${row.school_name}${row.subject_name}的进度`}
          done={row.done}
          total={row.units}
          {...(row.units > 0 && row.done === row.units ? { status: 'ok' as const } : {})}
        />
      </div>
    ),
  },
  {
    key: 'done',
    title: '已完成',
    hint: '已有终评分的份数',
    width: 90,
    align: 'right',
    sortBy: (row) => row.done,
    render: (row) => (
      <Count
        formula={`${row.school_name}${row.subject_name}已有终评分的份数`}
        count={row.done}
        onOpen={() => onPapers(row, DONE)}
      />
    ),
  },
  {
    key: 'left',
    title: '还差',
    hint: '还没有终评分的份数',
    width: 90,
    align: 'right',
    sortBy: (row) => row.units - row.done,
    render: (row) => (
      <Count
        formula={`${row.units} 份 − 已有终评分的 ${row.done} 份`}
        count={row.units - row.done}
        onOpen={() => onPapers(row, LEFT)}
      />
    ),
  },
  {
    key: 'scanned',
    title: '已扫 / 应扫',
    hint: '有答题卡的考生 / 应考考生',
    width: 120,
    align: 'right',
    sortBy: (row) => row.expected - row.scanned,
    render: (row) => (
      <span>
        <Figure
          formula={`${row.school_name}${row.subject_name}有答题卡的考生，缺考和未选考的除外`}
          to={row.scanned > 0 ? candidatesOf?.(row, 'with') : null}
        >
          {row.scanned}
        </Figure>
        {' / '}
        <Figure
          formula={`${row.school_name}${row.subject_name}应考的考生，缺考和未选考的除外`}
          to={candidatesOf?.(row, 'any')}
        >
          {row.expected}
        </Figure>
      </span>
    ),
  },
  {
    key: 'mean',
    title: '题块均分',
    hint: '已有终评分的各题块试卷的平均分；不是总分',
    width: 110,
    align: 'right',
    sortBy: (row) => row.mean_milli,
    render: (row) => (
      <Figure
        formula="已有终评分的试卷得分之和 ÷ 份数，违纪、作废的不计份数"
        onOpen={row.done > 0 ? () => onPapers(row, DONE) : undefined}
      >
        {meanText(row.mean_milli)}
      </Figure>
    ),
  },
]

/** A figure that opens its papers, where there are any. */
const Count = (props: { formula: string; count: number; onOpen: () => void }) =>
  props.count === 0 ? (
    <span className={css['faint']}>0</span>
  ) : (
    <Figure formula={props.formula} onOpen={props.onOpen}>
      {props.count}
    </Figure>
  )
