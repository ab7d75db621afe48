import { routeKey, useRoute } from '@hengjuan/client/react'
import { sheetBlockInfo, sheetDetail, sheetInfo } from '@hengjuan/contracts'
import {
  EmptyState,
  ErrorState,
  PageHeader,
  Panel,
  SkeletonLines,
  SkeletonPage,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { BlockDesk } from '../features/sheet/index.ts'
import { SheetPageBar } from './SheetPageBar.tsx'
import { useSheetOfExam } from './use-sheet-of-exam.ts'

const TITLES = {
  draw: ['题块划分', '一个题块可以有几个框、跨几面；一个区域也可以属于几个题块'],
  bind: ['绑定试题', '每道主观题属于一个题块；知识点用于成绩分析'],
} as const

/** The two pages about the blocks of a sheet. */
export function SheetBlocks(props: { view: 'draw' | 'bind'; fixedExamId: number | null }) {
  const place = useSheetOfExam(props.fixedExamId)
  if (place.error) return <ErrorState size="large" error={place.error} onRetry={place.retry} />
  if (!place.exams || (place.examId !== null && !place.exam)) return <SkeletonPage />
  const [title, subtitle] = TITLES[props.view]
  return (
    <>
      <PageHeader title={title} subtitle={subtitle}>
        <SheetPageBar place={place} isExamFixed={props.fixedExamId !== null} />
      </PageHeader>
      {place.sheetId === null ? (
        <Panel>
          <EmptyState size="large" title={place.exam ? '这个科目还没有答题卡' : '还没有考试'}>
            先在「版面」页设置答题卡，题块会按版面自动划分，再到这里调整。
          </EmptyState>
        </Panel>
      ) : (
        <Blocks
          key={place.sheetId}
          view={props.view}
          sheetId={place.sheetId}
          isPublished={place.exam?.published ?? false}
        />
      )}
    </>
  )
}

function Blocks(props: { view: 'draw' | 'bind'; sheetId: number; isPublished: boolean }) {
  const query = { sheet_id: props.sheetId }
  const cache = useQueryClient()
  const info = useRoute(sheetBlockInfo, { query })
  const detail = useRoute(sheetDetail, { query: { ...query, geometry: false } })
  const questions = useRoute(sheetInfo, { query })
  const failed = [info, detail, questions].find(({ error, data }) => error && !data)
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (!info.data || !detail.data || !questions.data)
    return (
      <Panel>
        <SkeletonLines lines={10} />
      </Panel>
    )
  return (
    <BlockDesk
      // What is edited begins anew when something else was saved, not when the same comes again.
      key={JSON.stringify([
        detail.data.sheet.version,
        info.data.blocks,
        questions.data.questions.map(({ knowledge }) => knowledge),
      ])}
      view={props.view}
      info={info.data}
      detail={detail.data}
      questions={questions.data.questions}
      readonlyReason={
        props.isPublished
          ? '成绩已发布，题块不能再修改；请先撤回发布'
          : detail.data.sheet.readonly_reason
      }
      onSaved={() =>
        Promise.all(
          [sheetBlockInfo, sheetDetail, sheetInfo].map((route) =>
            cache.invalidateQueries({ queryKey: routeKey(route) }),
          ),
        )
      }
    />
  )
}
