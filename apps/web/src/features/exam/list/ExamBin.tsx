import { Button } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { examCounts, examList, examRestore, homeExams } from '@hengjuan/contracts'
import {
  EmptyState,
  Pager,
  Panel,
  QueryView,
  SimpleTable,
  Time,
  toast,
  useServerTable,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'

/** Exams that were thrown away, for 30 days. */
export function ExamBin() {
  const { paged, pager } = useServerTable(NO_FILTERS)
  const exams = useRoute(examList, { query: { ...paged, deleted: true } })
  const cache = useQueryClient()
  const navigate = useNavigate()
  const restore = useCall(examRestore, {
    onSuccess: (_, { body }) => {
      for (const { path } of [examList, examCounts, homeExams])
        void cache.invalidateQueries({ queryKey: [path] })
      toast.done('已恢复考试', {
        text: '打开',
        onClick: () =>
          void navigate(`/MainPage/exam-manage/exam-detail/${body.exam_id}/subject-exam`),
      })
    },
    onError: toast.error,
  })
  return (
    <Panel flush>
      <QueryView query={exams}>
        {({ list, total }) =>
          list.length === 0 ? (
            <EmptyState title="回收站是空的" />
          ) : (
            <>
              <SimpleTable
                label="回收站"
                columns={[
                  { key: 'name', title: '考试名称', render: (row) => row.name },
                  { key: 'grade', title: '年级', width: 90, render: (row) => row.grade_name },
                  {
                    key: 'subjects',
                    title: '科目',
                    width: 240,
                    render: (row) => row.subjects.map(({ name }) => name).join('、'),
                  },
                  {
                    key: 'people',
                    title: '考生',
                    width: 72,
                    render: (row) => row.candidate_count,
                  },
                  {
                    key: 'at',
                    title: '删除时间',
                    width: 150,
                    render: (row) => row.deleted_at && <Time at={row.deleted_at} />,
                  },
                  {
                    key: 'acts',
                    title: '',
                    width: 90,
                    render: ({ exam_id }) => (
                      <Button
                        size="small"
                        loading={restore.isPending && restore.variables.body.exam_id === exam_id}
                        onClick={() => restore.mutate({ body: { exam_id } })}
                      >
                        恢复
                      </Button>
                    ),
                  },
                ]}
                rows={list}
                rowKey={({ exam_id }) => exam_id}
              />
              {total > paged.limit && <Pager {...pager} total={total} unit="场" />}
            </>
          )
        }
      </QueryView>
    </Panel>
  )
}

const NO_FILTERS = {}
