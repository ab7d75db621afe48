import { HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { examAlarmList } from '@hengjuan/contracts'
import {
  EmptyState,
  ErrorState,
  filter,
  FilterBar,
  FilterField,
  PageHeader,
  SkeletonPage,
  useUrlFilters,
} from '@hengjuan/ui'
import { Link, useNavigate, useParams } from 'react-router'
import { ExamAlarms } from '../features/exam/index.ts'
import { useMay } from '../session/session-store.ts'
import { useMayFollow } from '../shell/menu-tree.ts'
import { alarmAddress, totalFlowAddress } from './flow-address.ts'

const filters = { exam_id: filter.id() }
const REFRESH_MS = 60_000

/** `…/process/subject/:subjectIdStr/alarm/:querySchoolId?exam_id=`: what is wrong with an exam; 0 means all of it. */
export function ExamAlarmPage() {
  const { values } = useUrlFilters(filters)
  const { subjectIdStr, querySchoolId } = useParams()
  const examId = values.exam_id ?? 0
  const subjectId = Number(subjectIdStr) || 0
  const schoolId = Number(querySchoolId) || 0
  const mayManage = useMay('exam.manage')
  const mayFollow = useMayFollow()
  const navigate = useNavigate()
  const { data, error, refetch } = useRoute(
    examAlarmList,
    {
      query: {
        exam_id: examId,
        ...(subjectId > 0 ? { subject_id: subjectId } : {}),
        ...(schoolId > 0 ? { school_id: schoolId } : {}),
      },
    },
    { enabled: examId > 0, refetchInterval: REFRESH_MS },
  )
  if (examId === 0)
    return (
      <EmptyState size="large" title="没有指定考试">
        请从考试列表打开一场考试，再进入「预警」。
      </EmptyState>
    )
  if (error && !data)
    return <ErrorState size="large" error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonPage />
  return (
    <>
      <PageHeader
        title="预警"
        subtitle={data.exam_name}
        actions={<Link to={totalFlowAddress(examId)}>流程</Link>}
      >
        <FilterBar
          onReset={
            subjectId > 0 || schoolId > 0 ? () => void navigate(alarmAddress(examId)) : undefined
          }
        >
          <FilterField label="科目">
            <HTMLSelect
              value={subjectId}
              options={[
                { value: 0, label: '全部科目' },
                ...data.subjects.map(({ subject_id, name }) => ({
                  value: subject_id,
                  label: name,
                })),
              ]}
              onChange={({ currentTarget }) =>
                void navigate(alarmAddress(examId, Number(currentTarget.value), schoolId))
              }
            />
          </FilterField>
          {data.schools.length > 0 && (
            <FilterField label="学校">
              <HTMLSelect
                value={schoolId}
                options={[
                  { value: 0, label: '全部学校' },
                  ...data.schools.map(({ school_id, name }) => ({
                    value: school_id,
                    label: name,
                  })),
                ]}
                onChange={({ currentTarget }) =>
                  void navigate(alarmAddress(examId, subjectId, Number(currentTarget.value)))
                }
              />
            </FilterField>
          )}
        </FilterBar>
      </PageHeader>
      <ExamAlarms
        examId={examId}
        list={data.list}
        mayManage={mayManage}
        follow={(link) => (mayFollow(link) ? link : null)}
      />
    </>
  )
}
