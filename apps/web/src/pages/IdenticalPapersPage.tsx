import { HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { identicalExport, ledBlocks } from '@hengjuan/contracts'
import {
  DownloadButton,
  EmptyState,
  ErrorState,
  filter,
  PageHeader,
  Panel,
  SkeletonLines,
  useUrlFilters,
} from '@hengjuan/ui'
import { IdenticalPairs } from '../features/marking/index.ts'
import { BlockLinks, InsteadOfBlock, NO_SUCH_BLOCK } from './BlockLinks.tsx'
import css from './two-columns.module.css'

const filters = { block_id: filter.id(), unit_id: filter.id() }

/** `/identical-papers?block_id=&unit_id=`: papers said to be identical, two by two, for the leader of their block. */
export function IdenticalPapersPage() {
  const { values, set } = useUrlFilters(filters)
  const { data, error, refetch } = useRoute(ledBlocks, {})
  if (!data)
    return (
      <div className={css['page']}>
        <PageHeader title="雷同卷" subtitle={error ? undefined : '正在读取'} />
        {error ? (
          <ErrorState size="large" error={error} onRetry={() => void refetch()} />
        ) : (
          <Panel>
            <SkeletonLines lines={12} />
          </Panel>
        )}
      </div>
    )
  const named = data.find(({ block_id }) => block_id === values.block_id)
  if (values.block_id !== null && !named && data.length > 0)
    return (
      <div className={css['page']}>
        <PageHeader title="雷同卷" subtitle="先选择一个题块" />
        <InsteadOfBlock why={NO_SUCH_BLOCK}>
          <BlockLinks
            label="我负责的题块"
            blocks={data}
            to={({ block_id }) => `/identical-papers?block_id=${block_id}`}
          />
        </InsteadOfBlock>
      </div>
    )
  const block = named ?? data[0]
  if (!block)
    return (
      <div className={css['page']}>
        <PageHeader title="雷同卷" />
        <Panel>
          <EmptyState size="large" title="没有指定由您负责的题块">
            由您仲裁的题块中有人提出雷同卷后，可以在这里成对比较。
          </EmptyState>
        </Panel>
      </div>
    )
  return (
    <div className={css['page']}>
      <PageHeader
        title="雷同卷"
        subtitle={`${block.exam_name}：两份并排比较，保留给分、按违纪处理或判定不是雷同`}
        actions={
          <>
            <HTMLSelect
              aria-label="题块"
              value={block.block_id}
              onChange={({ currentTarget }) =>
                set({ block_id: Number(currentTarget.value), unit_id: null })
              }
            >
              {/* Blocks of two exams have the same names. */}
              {[...Map.groupBy(data, ({ exam_id }) => exam_id)].map(([examId, rows]) => (
                <optgroup key={examId} label={rows[0]?.exam_name}>
                  {rows.map((row) => (
                    <option key={row.block_id} value={row.block_id}>
                      {row.subject_name} · {row.block_name}
                    </option>
                  ))}
                </optgroup>
              ))}
            </HTMLSelect>
            <DownloadButton route={identicalExport} input={{ query: { exam_id: block.exam_id } }}>
              导出雷同卷报告
            </DownloadButton>
          </>
        }
      />
      <div className={css['whole']}>
        <Panel flush>
          <IdenticalPairs key={block.block_id} blockId={block.block_id} unitId={values.unit_id} />
        </Panel>
      </div>
    </div>
  )
}
