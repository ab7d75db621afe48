import {
  abnormalBlocks,
  abnormalReplaced,
  abnormalSpecials,
  abnormalStatistics,
} from '@hengjuan/contracts'
import { useRoute } from '@hengjuan/client/react'
import { EmptyState, filter, Pending, Segmented, useUrlFilters } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import type { ExamSubject } from '../use-decisions.ts'
import { FindPaper } from './FindPaper.tsx'
import { HandlingStats } from './HandlingStats.tsx'
import { ReplacedList } from './ReplacedList.tsx'
import { SheetList } from './SheetList.tsx'
import { SpecialList } from './SpecialList.tsx'
import { type Abnormal, useAbnormal } from './use-abnormal.ts'
import { OpenSheet } from './OpenSheet.tsx'
import { ScanFrame } from '../ScanFrame.tsx'
import css from './abnormal.module.css'

const VIEWS = ['open', 'done', 'replaced', 'special', 'stats'] as const

const filters = {
  view: filter.oneOf(VIEWS, 'open'),
  tag: filter.text(),
  station: filter.text(),
  school: filter.id(),
  keyword: filter.text(),
  page: filter.number(1),
  candidate_id: filter.id(),
}

/** Papers of a subject that were sent back to cutting: what waits, what was replaced, and who did what. */
export function AbnormalDesk(props: { at: ExamSubject; subjects: ReactNode }) {
  const { at } = props
  const { values, set } = useUrlFilters(filters)
  const abnormal = useAbnormal(at)
  const { data: stats } = useRoute(abnormalStatistics, { query: at })
  const { data: replaced } = useRoute(abnormalReplaced, { query: { ...at, limit: 200 } })
  const { data: specials } = useRoute(abnormalSpecials, { query: { ...at, limit: 500 } })
  const { view, candidate_id: candidateId } = values
  // A paper that is opened from another list is worked on beside those that wait.
  const open = (id: number) => set({ view: 'open', candidate_id: id })
  return (
    <ScanFrame
      title="异常处理"
      about={
        <>
          {props.subjects}
          <Segmented
            label="列表"
            value={view}
            options={[
              { value: 'open' as const, label: '待处理', ...countOf(stats?.open_sheets) },
              { value: 'done' as const, label: '已处理' },
              { value: 'replaced' as const, label: '换图待送阅', ...countOf(replaced?.total) },
              { value: 'special' as const, label: '特殊试卷', ...countOf(specials?.total) },
              { value: 'stats' as const, label: '统计' },
            ]}
            onChange={(next) => set({ view: next })}
          />
        </>
      }
      actions={<FindPaper at={at} onFound={open} />}
    >
      {view === 'replaced' && <ReplacedList abnormal={abnormal} onOpen={open} />}
      {view === 'special' && <SpecialList at={at} onOpen={open} />}
      {view === 'stats' && <HandlingStats at={at} />}
      {(view === 'open' || view === 'done') && (
        <div className={css['desk']}>
          <SheetList
            at={at}
            filters={{ ...values, state: view }}
            onFilter={set}
            chosen={candidateId}
            onChoose={(id) => set({ candidate_id: id, page: values.page })}
          />
          {candidateId === null ? (
            <div className={css['unchosen']}>
              <EmptyState size="large" title="请从左侧选择一份试卷">
                可以重新框选题块、上传图像，或标为残缺、空白、缺考；处理完后送阅。
              </EmptyState>
            </div>
          ) : (
            <SheetWork
              key={candidateId}
              abnormal={abnormal}
              candidateId={candidateId}
              onSent={() => set({ candidate_id: null, page: values.page })}
            />
          )}
        </div>
      )}
    </ScanFrame>
  )
}

const countOf = (count: number | undefined) => (count === undefined ? {} : { count })

/** A paper that was sent back: its pages, and its blocks with what is shown of them. */
function SheetWork(props: { abnormal: Abnormal; candidateId: number; onSent: () => void }) {
  const { at } = props.abnormal
  const { data, error, refetch } = useRoute(
    abnormalBlocks,
    { query: { ...at, candidate_id: props.candidateId } },
    { staleTime: 0 },
  )
  if (!data) return <Pending size="large" error={error} refetch={refetch} lines={12} inset />
  return <OpenSheet key={data.candidate.candidate_id} {...props} sheet={data} />
}
