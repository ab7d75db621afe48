import { useRoute } from '@hengjuan/client/react'
import { classDetail } from '@hengjuan/contracts'
import { QueryView, SimpleTable, StatusTag } from '@hengjuan/ui'

export function ClassYears({ classId }: { classId: number }) {
  const detail = useRoute(classDetail, { query: { class_id: classId } })
  return (
    <QueryView query={detail}>
      {({ exams, years }) => (
        <>
          <SimpleTable
            label="参加过的考试"
            columns={[
              { key: 'name', title: '考试', render: ({ name }) => name },
              { key: 'date', title: '日期', render: ({ start_date }) => start_date },
              {
                key: 'count',
                title: '考生',
                align: 'right',
                render: ({ candidates }) => candidates,
              },
              {
                key: 'state',
                title: '成绩',
                render: ({ published }) => (
                  <StatusTag status={published ? 'ok' : 'idle'}>
                    {published ? '已发布' : '未发布'}
                  </StatusTag>
                ),
              },
            ]}
            rows={exams}
            rowKey={({ exam_id }) => exam_id}
            empty="还没有参加过考试"
          />
          <SimpleTable
            label="历年名称"
            columns={[
              { key: 'year', title: '学年', render: ({ year }) => `${year}-${year + 1}` },
              { key: 'grade', title: '年级', render: ({ grade_name }) => grade_name },
              { key: 'name', title: '名称', render: ({ name }) => name },
            ]}
            rows={years}
            rowKey={({ year }) => year}
            empty="升级之后，这里保留每个学年的年级和名称"
          />
        </>
      )}
    </QueryView>
  )
}
