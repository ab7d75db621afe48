import { Panel, Segmented, useUrlFilters } from '@hengjuan/ui'
import {
  BlockTable,
  type Drill,
  ExamMarkers,
  isWhole,
  type OnPapers,
  type OnSchoolPapers,
  SchoolTable,
  type useLiveProgress,
} from '../features/supervision/index.ts'
import { useState } from 'react'
import { supervisionFilters } from './supervision-filters.ts'

const VIEWS = [
  { value: 'block', label: '题块' },
  { value: 'marker', label: '教师' },
  { value: 'school', label: '学校' },
] as const
type ViewName = (typeof VIEWS)[number]['value']
type Blocks = NonNullable<ReturnType<typeof useLiveProgress>['data']>['blocks']

/** Progress by block, by marker or by school; whoever supervises nothing sees the own blocks. */
export function SupervisedTables(props: {
  examId: number
  rows: Blocks
  /** Does the caller see some block in full? */
  supervises: boolean
  /** By the role: then schools are compared as well. */
  byRole: boolean
  onDrill: (blockId: number, drill: Drill) => void
  onPapers: OnPapers
  onSchoolPapers: OnSchoolPapers
}) {
  const { examId, rows, supervises, byRole } = props
  const { values, set } = useUrlFilters(supervisionFilters)
  const views = VIEWS.filter(({ value }) => byRole || value !== 'school')
  const view = (supervises && views.find(({ value }) => value === values.view)?.value) || 'block'
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  return (
    <Panel
      title={supervises ? TITLES[view] : '我的题块'}
      note={
        view === 'block'
          ? `共 ${rows.length} 个，点一行查看${supervises ? '教师' : '指标'}与给分曲线`
          : NOTES[view]
      }
      actions={
        <>
          <span ref={setSlot} />
          {supervises && (
            <Segmented
              label="查看方式"
              options={views}
              value={view}
              onChange={(next) => set({ view: next })}
            />
          )}
        </>
      }
      {...(view === 'block'
        ? {
            footer:
              '进度为已有终评分的份数；吻合率、三评率、仲裁率的分母为已完成双评的份数，满 20 份后显示；σ 为标准差，按全部试卷计算',
          }
        : {})}
      flush
    >
      {view === 'block' && (
        <BlockTable
          rows={rows}
          supervises={supervises}
          current={values.block_id}
          onOpen={({ block_id }) => set({ block_id })}
          onDrill={({ block_id }, drill) => props.onDrill(block_id, drill)}
          onPapers={props.onPapers}
          slot={slot}
        />
      )}
      {view === 'marker' && (
        <ExamMarkers
          examId={examId}
          subjectId={values.subject_id}
          blocks={rows.filter(isWhole)}
          onOpen={({ block_id, marker_id }) => set({ block_id, marker_id })}
          onDrill={props.onDrill}
          slot={slot}
        />
      )}
      {view === 'school' && (
        <SchoolTable
          examId={examId}
          subjectId={values.subject_id}
          onPapers={props.onSchoolPapers}
        />
      )}
    </Panel>
  )
}

const TITLES: Record<ViewName, string> = { block: '题块', marker: '阅卷教师', school: '各校进度' }
const NOTES: Record<ViewName, string> = {
  block: '',
  marker: '点一行查看指标与给分曲线，点数字查看这些评阅',
  school: '按考生所在学校，一份为一名考生的一个题块',
}
