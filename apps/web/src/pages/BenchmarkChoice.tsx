import { Callout, Classes } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useRoute } from '@hengjuan/client/react'
import { ledBlocks, supervisedBlocks } from '@hengjuan/contracts'
import {
  EmptyState,
  ErrorState,
  filter,
  PageHeader,
  Panel,
  SkeletonLines,
  useUrlFilters,
} from '@hengjuan/ui'
import { Link } from 'react-router'
import { useMay } from '../session/session-store.ts'
import { BlockLinks } from './BlockLinks.tsx'
import css from './two-columns.module.css'

const SUPERVISION = '/MarkingSupervision'

interface Choice {
  block_id: number
  block_name: string
  subject_name: string
  exam_name?: string
}
const filters = { exam_id: filter.id(), subject_id: filter.id() }

/** `/benchmark` without a block, or with one that is refused: the own ones to choose from, and the way to the others for who supervises them. */
export function BenchmarkChoice({ refused }: { refused?: CallError }) {
  const leads = useMay('marking.arbitrate')
  const supervises = useMay('marking.supervise')
  const { values } = useUrlFilters(filters)
  const { exam_id: examId, subject_id: subjectId } = values
  const led = useRoute(ledBlocks, {}, { enabled: leads })
  // Who supervises an exam chooses among all of its blocks.
  const ofExam = useRoute(
    supervisedBlocks,
    {
      query: {
        exam_id: examId ?? 0,
        ...(subjectId === null ? {} : { subject_id: subjectId }),
      },
    },
    { enabled: supervises && examId !== null },
  )
  const { error, refetch } = supervises && examId !== null ? ofExam : led
  const own = led.data?.filter(
    (block) =>
      (examId === null || block.exam_id === examId) &&
      (subjectId === null || block.subject_id === subjectId),
  )
  const data: readonly Choice[] | undefined =
    supervises && examId !== null ? ofExam.data?.list : own
  const isAsked = leads || (supervises && examId !== null)
  const hasOwn = data !== undefined && data.length > 0
  const others = supervises && examId === null && (
    <Link className={Classes.BUTTON} to={SUPERVISION}>
      打开阅卷监管
    </Link>
  )
  return (
    <div className={css['page']}>
      <PageHeader title="标准卷与种子卷" subtitle="先选择一个题块" actions={hasOwn && others} />
      {refused && (
        <Callout intent="warning" role="alert" className={css['refused']}>
          {refused.message}
        </Callout>
      )}
      <Panel>
        {error && !data ? (
          <ErrorState size="large" error={error} onRetry={() => void refetch()} />
        ) : isAsked && !data ? (
          <SkeletonLines lines={6} />
        ) : hasOwn ? (
          <BlockLinks
            label={supervises && examId !== null ? '题块' : '我负责的题块'}
            blocks={data}
            to={({ block_id }) => `/benchmark?block_id=${block_id}`}
          />
        ) : (
          <EmptyState
            size="large"
            title={supervises ? '没有选择题块' : '没有指定由您负责的题块'}
            action={others}
          >
            {supervises
              ? '请在阅卷监管中点开一个题块，选择「标准卷」。'
              : '被指定为题组长后，可以在这里选择题块，商定标准卷。'}
          </EmptyState>
        )}
      </Panel>
    </div>
  )
}
