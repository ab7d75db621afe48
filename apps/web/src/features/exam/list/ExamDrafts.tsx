import { Button } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { examCounts, examDraftDelete, examDrafts, type ReplyOf } from '@hengjuan/contracts'
import { examTypeLabel, gradeLabel } from '@hengjuan/domain'
import { ConfirmDialog, EmptyState, Panel, QueryView, SimpleTable, Time, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

type Draft = ReplyOf<typeof examDrafts>[number]
const CREATE = '/MainPage/exam-manage/create-exam'

/** Exams that are not created yet. */
export function ExamDrafts() {
  const drafts = useRoute(examDrafts, {})
  const cache = useQueryClient()
  const [dropped, setDropped] = useState<Draft | null>(null)
  const drop = useCall(examDraftDelete, {
    onSuccess: () => {
      setDropped(null)
      toast.done('已删除草稿')
      for (const { path } of [examDrafts, examCounts])
        void cache.invalidateQueries({ queryKey: [path] })
    },
  })
  return (
    <>
      <Panel flush>
        <QueryView query={drafts}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title="没有草稿" action={<Link to={CREATE}>新建考试</Link>}>
                新建考试时可以随时「存为草稿」，以后接着填。
              </EmptyState>
            ) : (
              <SimpleTable
                label="考试草稿"
                columns={[
                  {
                    key: 'name',
                    title: '名称',
                    render: (row) => (
                      <Link to={`${CREATE}?draft=${row.draft_id}`}>{row.name || '（未命名）'}</Link>
                    ),
                  },
                  {
                    key: 'kind',
                    title: '年级与类型',
                    width: 160,
                    render: ({ body }) =>
                      `${gradeLabel(body.grade_id)} · ${examTypeLabel(body.type)}`,
                  },
                  { key: 'by', title: '保存人', width: 100, render: (row) => row.by_name },
                  {
                    key: 'at',
                    title: '保存时间',
                    width: 150,
                    render: (row) => <Time at={row.at} />,
                  },
                  {
                    key: 'acts',
                    title: '',
                    width: 90,
                    render: (row) => (
                      <Button size="small" onClick={() => setDropped(row)}>
                        删除
                      </Button>
                    ),
                  },
                ]}
                rows={rows}
                rowKey={({ draft_id }) => draft_id}
              />
            )
          }
        </QueryView>
      </Panel>
      <ConfirmDialog
        isOpen={dropped !== null}
        isDestructive
        title="删除草稿"
        effect={`将删除草稿「${dropped?.name || '未命名'}」`}
        confirmText="删除草稿"
        isPending={drop.isPending}
        error={drop.error}
        onClose={() => setDropped(null)}
        onConfirm={() => dropped && drop.mutate({ body: { draft_id: dropped.draft_id } })}
      >
        草稿删除后不能恢复；已创建的考试不受影响。
      </ConfirmDialog>
    </>
  )
}
