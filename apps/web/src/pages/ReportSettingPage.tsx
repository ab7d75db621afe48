import { HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { examGet, reportConfigGet, schoolSystem } from '@hengjuan/contracts'
import {
  ErrorState,
  filter,
  FilterBar,
  FilterField,
  PageHeader,
  Panel,
  SkeletonLines,
  useUrlFilters,
} from '@hengjuan/ui'
import { TemplateList } from '../features/report/index.ts'
import { ReportSettings } from '../features/setting/index.ts'
import { useSession } from '../session/session-store.ts'

const filters = { grade_id: filter.id(), exam_id: filter.id() }

/** `/ReportSetting?grade_id=&exam_id=`: what reports go by, for the school, a grade or one exam. */
export function ReportSettingPage() {
  const { values, set } = useUrlFilters(filters)
  const { exam_id: examId, grade_id: gradeId } = values
  const system = useRoute(schoolSystem, {})
  const { school_id: schoolId } = useSession()
  const exam = useRoute(
    examGet,
    { params: { schoolId: schoolId ?? 0, examId: examId ?? 0 } },
    { enabled: examId !== null },
  )
  const query =
    examId === null ? (gradeId === null ? {} : { grade_id: gradeId }) : { exam_id: examId }
  const { data, error, refetch } = useRoute(reportConfigGet, { query })
  // What is right for an exam depends on its grade.
  const isWaiting = examId !== null && exam.isPending
  const isRegion = data?.scope === 'region'
  const grades = system.data?.stages.flatMap((stage) => stage.grades) ?? []
  return (
    <>
      <PageHeader
        title="报表设置"
        subtitle={
          isRegion
            ? '辖区内的学校没有自己设置时按这里显示；学校、年级、考试各自的设置优先'
            : '范围越小越优先：考试 → 年级 → 学校；保存后报表与学生查询立即按新设置显示'
        }
      >
        <FilterBar>
          <FilterField label="范围">
            <HTMLSelect
              value={examId === null ? (gradeId ?? '') : 'exam'}
              onChange={({ currentTarget: { value } }) =>
                value !== 'exam' &&
                set({ exam_id: null, grade_id: value === '' ? null : Number(value) })
              }
              options={[
                { value: '', label: isRegion ? '辖区' : '全校' },
                ...grades.map(({ grade_id, name }) => ({ value: grade_id, label: name })),
                ...(examId === null
                  ? []
                  : [{ value: 'exam', label: `本场考试：${exam.data?.name ?? '…'}` }]),
              ]}
            />
          </FilterField>
        </FilterBar>
      </PageHeader>
      <Panel>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {((!data && !error) || isWaiting) && <SkeletonLines lines={8} />}
        {data && !isWaiting && (
          <ReportSettings
            // Another scope has drafts of its own.
            key={`${data.scope}:${examId ?? gradeId ?? ''}`}
            config={data}
            at={{ scope: data.scope, ...query }}
            gradeId={exam.data?.grade_id ?? gradeId}
            onSaved={() => refetch()}
          />
        )}
      </Panel>
      {data?.scope === 'school' && (
        <div style={{ marginTop: 'var(--hj-space-3)' }}>
          <TemplateList />
        </div>
      )}
    </>
  )
}
