import { routeKey, useRoute } from '@hengjuan/client/react'
import { sheetInfo } from '@hengjuan/contracts'
import {
  EmptyState,
  ErrorState,
  filter,
  PageHeader,
  Panel,
  SkeletonLines,
  SkeletonPage,
  useUrlFilters,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { isKeyed, KeyDesk, KeyList, KeysLayout } from '../features/sheet/index.ts'
import { useMay } from '../session/session-store.ts'
import { SheetPageBar } from './SheetPageBar.tsx'
import { useSheetOfExam } from './use-sheet-of-exam.ts'

const filters = { no: filter.text() }

/** `/changeAnswer?exam_id=&subject_id=&no=`: keys and rules of objective questions, and what a change does. */
export function ChangeAnswerPage() {
  const place = useSheetOfExam()
  if (place.error) return <ErrorState size="large" error={place.error} onRetry={place.retry} />
  if (!place.exams || (place.examId !== null && !place.exam)) return <SkeletonPage />
  return (
    <>
      <PageHeader title="答案与规则" subtitle="客观题的答案与计分规则；保存前先看影响哪些考生">
        <SheetPageBar place={place} />
      </PageHeader>
      {place.exam && place.subject && place.sheetId !== null ? (
        <Keys
          key={place.sheetId}
          examId={place.exam.exam_id}
          subjectId={place.subject.subject_id}
          sheetId={place.sheetId}
          isPublished={place.exam.published}
        />
      ) : (
        <Panel>
          <EmptyState size="large" title={place.exam ? '这个科目还没有答题卡' : '还没有考试'}>
            答题卡设置好以后，可以在这里维护客观题的答案。
          </EmptyState>
        </Panel>
      )}
    </>
  )
}

function Keys(props: { examId: number; subjectId: number; sheetId: number; isPublished: boolean }) {
  const { values, set } = useUrlFilters(filters)
  const mayEdit = useMay('sheet.design')
  const cache = useQueryClient()
  const info = useRoute(sheetInfo, { query: { sheet_id: props.sheetId } })
  if (info.error && !info.data)
    return <ErrorState error={info.error} onRetry={() => void info.refetch()} />
  if (!info.data)
    return (
      <Panel>
        <SkeletonLines lines={8} />
      </Panel>
    )
  const questions = info.data.questions.filter(isKeyed)
  const current = questions.find(({ no }) => no === values.no) ?? questions[0]
  if (!current)
    return (
      <Panel>
        <EmptyState title="这份答题卡没有客观题">只有客观题有答案和自动计分。</EmptyState>
      </Panel>
    )
  const missing = questions.filter(({ key_version }) => key_version === null).length
  return (
    <KeysLayout>
      <Panel
        title="客观题"
        flush
        note={`${questions.length} 题${missing > 0 ? `，${missing} 题没有答案` : ''}`}
      >
        <KeyList questions={questions} currentNo={current.no} onPick={(no) => set({ no })} />
      </Panel>
      <KeyDesk
        key={`${current.no}-${current.key_version}`}
        examId={props.examId}
        subjectId={props.subjectId}
        question={current}
        mayEdit={mayEdit}
        isPublished={props.isPublished}
        onSaved={() => cache.invalidateQueries({ queryKey: routeKey(sheetInfo) })}
      />
    </KeysLayout>
  )
}
