import { useRoute } from '@hengjuan/client/react'
import { ownAsks } from '@hengjuan/contracts'
import { EmptyState, filter, PageHeader, QueryView, Stack, useUrlFilters } from '@hengjuan/ui'
import { AskDetail, AskList } from '../features/exam/index.ts'

const filters = { ask_id: filter.id() }

/** `/exam-asks`: scores and lists that one is asked to look through, of the own class or school. */
export function ExamAsksPage() {
  const { values } = useUrlFilters(filters)
  const query = useRoute(ownAsks, {})
  const openId =
    values.ask_id ??
    query.data?.find(({ state }) => state === 'unchecked')?.ask_id ??
    query.data?.[0]?.ask_id ??
    null
  return (
    <>
      <PageHeader title="核对" subtitle="请您核对的成绩与缺考名单；发布之前可以重新提交" />
      <QueryView
        query={query}
        size="large"
        isEmpty={(list) => list.length === 0}
        empty={
          <EmptyState size="large" title="没有请您核对的内容">
            发起人请您核对本班或本校的成绩、缺考名单后，会列在这里，也会收到通知。
          </EmptyState>
        }
      >
        {(asks) => (
          <Stack>
            <AskList asks={asks} openId={openId} />
            {openId !== null && <AskDetail askId={openId} />}
          </Stack>
        )}
      </QueryView>
    </>
  )
}
