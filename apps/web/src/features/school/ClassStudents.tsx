import { useRoute } from '@hengjuan/client/react'
import { schoolStudents } from '@hengjuan/contracts'
import { QueryView, SimpleTable } from '@hengjuan/ui'
import { Link } from 'react-router'
import type { ClassRow } from './ClassTable.tsx'

export function ClassStudents({ row }: { row: ClassRow }) {
  const students = useRoute(schoolStudents, { query: { class_id: row.class_id } })
  return (
    <QueryView
      query={students}
      isEmpty={(list) => list.length === 0}
      empty={
        <p>
          这个班还没有学生。<Link to="/ClassesManager/students">去添加或导入学生</Link>
        </p>
      }
    >
      {(list) => (
        <>
          <SimpleTable
            label={`${row.name}的学生`}
            columns={[
              { key: 'name', title: '姓名', render: ({ name }) => name },
              { key: 'no', title: '学号', render: ({ student_no }) => student_no },
              { key: 'gender', title: '性别', render: ({ gender }) => gender || '–' },
              { key: 'combo', title: '选科', render: ({ combo }) => combo ?? '–' },
            ]}
            rows={list}
            rowKey={({ student_id }) => student_id}
          />
          <Link to={`/ClassesManager/students?class_id=${row.class_id}`}>在学生页打开</Link>
        </>
      )}
    </QueryView>
  )
}
