import { Classes } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { ledBlocks } from '@hengjuan/contracts'
import {
  EmptyState,
  ErrorState,
  filter,
  PageHeader,
  Panel,
  Segmented,
  SkeletonLines,
  useUrlFilters,
} from '@hengjuan/ui'
import { Link } from 'react-router'
import {
  Collection,
  RubricUse,
  sampleFilters,
  sampleInAddress,
  sampleOf,
} from '../features/marking/index.ts'
import { LeaderWork, MasterMarkers } from '../features/supervision/index.ts'
import css from './leader-check.module.css'
import { LeaderCheck } from './LeaderCheck.tsx'

const filters = {
  exam_id: filter.id(),
  block_id: filter.id(),
  tab: filter.text(),
  ...sampleFilters,
}
const TABS = [
  { value: 'check', label: '抽查' },
  { value: 'markers', label: '教师' },
  { value: 'work', label: '裁定记录' },
  { value: 'rubric', label: '给分依据' },
  { value: 'collection', label: '收藏' },
] as const

/** `/MainPage/markPaper/evaluationRegulationHome/marking?exam_id=&block_id=`: a leader looks over an own block. */
export function EvaluationMarkingPage() {
  const { values, set } = useUrlFilters(filters)
  const { data, error, refetch } = useRoute(ledBlocks, {})
  if (!data)
    return (
      <>
        <PageHeader title="评卷监管" {...(error ? {} : { subtitle: '正在读取' })} />
        {error ? (
          <ErrorState size="large" error={error} onRetry={() => void refetch()} />
        ) : (
          <Panel>
            <SkeletonLines lines={10} />
          </Panel>
        )}
      </>
    )
  const block = data.find(({ block_id }) => block_id === values.block_id)
  const tab = TABS.find(({ value }) => value === values.tab)?.value ?? 'check'
  if (!block)
    return (
      <>
        <PageHeader title="评卷监管" />
        <Panel>
          <EmptyState
            size="large"
            title="没有指定由您负责的题块"
            action={
              <Link
                className={Classes.BUTTON}
                to="/MainPage/markPaper/evaluationRegulationHome/list/blocks"
              >
                我负责的题块
              </Link>
            }
          >
            这个题块可能已重新划分，或不再由您负责。
          </EmptyState>
        </Panel>
      </>
    )
  const on = { examId: block.exam_id, blockId: block.block_id }
  return (
    <>
      <PageHeader
        title={`评卷监管 · ${block.block_name}`}
        subtitle={`${block.subject_name} · ${block.exam_name}`}
        actions={
          <Segmented
            label="内容"
            options={TABS}
            value={tab}
            onChange={(next) => set({ tab: next })}
          />
        }
      />
      {tab === 'rubric' && <RubricUse blockId={block.block_id} />}
      {tab === 'collection' && (
        <div className={css['collection']}>
          <Collection blockId={block.block_id} />
        </div>
      )}
      {tab !== 'rubric' && tab !== 'collection' && (
        <Panel>
          {tab === 'check' && (
            <LeaderCheck
              key={block.block_id}
              {...on}
              form={sampleOf(values)}
              onForm={(form) => set(sampleInAddress(form))}
            />
          )}
          {tab === 'markers' && <MasterMarkers key={block.block_id} {...on} />}
          {tab === 'work' && <LeaderWork {...on} />}
        </Panel>
      )}
    </>
  )
}
