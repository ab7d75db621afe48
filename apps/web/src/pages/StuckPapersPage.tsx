import { HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { supervisedBlocks } from '@hengjuan/contracts'
import {
  EmptyState,
  ErrorState,
  filter,
  PageHeader,
  Panel,
  SkeletonLines,
  useUrlFilters,
} from '@hengjuan/ui'
import { StuckPapers } from '../features/marking/index.ts'
import { BlockLinks, InsteadOfBlock, NO_SUCH_BLOCK } from './BlockLinks.tsx'

const filters = { exam_id: filter.id(), block_id: filter.id() }

/** `/stuck-papers?exam_id=&block_id=`: papers that nobody may read are released from avoidance. */
export function StuckPapersPage() {
  const { values, set } = useUrlFilters(filters)
  const { exam_id: examId, block_id: wanted } = values
  const { data, error, refetch } = useRoute(
    supervisedBlocks,
    { query: { exam_id: examId ?? 0 } },
    { enabled: examId !== null, staleTime: 0 },
  )
  if (examId === null)
    return (
      <EmptyState size="large" title="没有指定考试">
        请从「阅卷监管」的待办「无人可阅」打开。
      </EmptyState>
    )
  if (!data)
    return (
      <>
        <PageHeader title="无人可阅" {...(error ? {} : { subtitle: '正在读取' })} />
        {error ? (
          <ErrorState size="large" error={error} onRetry={() => void refetch()} />
        ) : (
          <Panel>
            <SkeletonLines lines={8} />
          </Panel>
        )}
      </>
    )
  const stuck = data.list.filter(
    ({ block_id, stuck_count }) => stuck_count > 0 || block_id === wanted,
  )
  const named = data.list.find(({ block_id }) => block_id === wanted)
  if (wanted !== null && !named)
    return (
      <>
        <PageHeader title="无人可阅" />
        <InsteadOfBlock why={NO_SUCH_BLOCK}>
          {stuck.length > 0 ? (
            <BlockLinks
              label="有试卷无人可阅的题块"
              blocks={stuck}
              to={({ block_id }) => `/stuck-papers?exam_id=${examId}&block_id=${block_id}`}
            />
          ) : (
            <NothingStuck />
          )}
        </InsteadOfBlock>
      </>
    )
  const current = named ?? stuck[0]
  return (
    <>
      <PageHeader
        title="无人可阅"
        subtitle="没有教师可以评这些试卷：添加阅卷教师，或只对这些试卷放开回避"
        actions={
          current && (
            <HTMLSelect
              aria-label="题块"
              value={current.block_id}
              options={stuck.map(({ block_id, subject_name, block_name, stuck_count }) => ({
                value: block_id,
                // How many there are of the one that is shown stands above its list, as it is now.
                label: `${subject_name} ${block_name}${stuck_count > 0 && block_id !== current.block_id ? `（${stuck_count} 份）` : ''}`,
              }))}
              onChange={({ currentTarget }) => set({ block_id: Number(currentTarget.value) })}
            />
          )
        }
      />
      {current ? (
        <StuckPapers key={current.block_id} examId={examId} blockId={current.block_id} />
      ) : (
        <Panel>
          <NothingStuck />
        </Panel>
      )}
    </>
  )
}

const NothingStuck = () => (
  <EmptyState size="large" title="没有无人可阅的试卷">
    每份试卷都有教师可以评阅。停止教师、打开回避或登记亲属之后，请再来查看。
  </EmptyState>
)
