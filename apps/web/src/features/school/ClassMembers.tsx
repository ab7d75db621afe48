import { Button, Checkbox } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { classMembers, studentList } from '@hengjuan/contracts'
import { classLabel } from '@hengjuan/domain'
import { QueryView, ReasonButton, Row, SimpleTable, toast } from '@hengjuan/ui'
import { useState } from 'react'
import type { ClassRow } from './ClassTable.tsx'
import { useRefreshSchool } from './use-school.ts'
import { AddMembers } from './AddMembers.tsx'
import { ALL } from './all-students.ts'

/** Students of a teaching class, who come from several classes. */
export function ClassMembers({ row, mayManage }: { row: ClassRow; mayManage: boolean }) {
  const members = useRoute(studentList, { query: { class_id: row.class_id, limit: ALL } })
  const [isAdding, setAdding] = useState(false)
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const refresh = useRefreshSchool()
  const change = useCall(classMembers, {
    onSuccess: ({ removed }, { body }) => {
      setTicked(new Set())
      if (removed > 0)
        toast.done(`已移出 ${removed} 名学生`, {
          text: '撤销',
          onClick: () =>
            change.mutate({ body: { class_id: row.class_id, add: body.remove ?? [] } }),
        })
      else toast.done('已恢复')
      return refresh()
    },
    onError: (error) => toast.error(error),
  })
  return (
    <>
      {mayManage && (
        <Row ends>
          <ReasonButton
            reason={ticked.size === 0 ? '请先勾选学生' : null}
            loading={change.isPending}
            onClick={() => change.mutate({ body: { class_id: row.class_id, remove: [...ticked] } })}
          >
            移出{ticked.size > 0 ? ` ${ticked.size} 人` : ''}
          </ReasonButton>
          <Button intent="primary" onClick={() => setAdding(true)}>
            添加学生
          </Button>
        </Row>
      )}
      <QueryView query={members}>
        {({ list }) => (
          <SimpleTable
            label={`${row.name}的学生`}
            columns={[
              {
                key: 'name',
                title: '姓名',
                render: (one) =>
                  mayManage ? (
                    <Checkbox
                      style={{ margin: 0 }}
                      checked={ticked.has(one.student_id)}
                      label={one.name}
                      onChange={() => {
                        const next = new Set(ticked)
                        if (!next.delete(one.student_id)) next.add(one.student_id)
                        setTicked(next)
                      }}
                    />
                  ) : (
                    one.name
                  ),
              },
              { key: 'no', title: '学号', render: ({ student_no }) => student_no },
              {
                key: 'class',
                title: '行政班',
                render: ({ grade_id, class_name }) => classLabel(grade_id, class_name),
              },
              { key: 'combo', title: '选科', render: ({ combo }) => combo ?? '–' },
            ]}
            rows={list}
            rowKey={({ student_id }) => student_id}
            empty="还没有学生，用「添加学生」从本年级选择"
          />
        )}
      </QueryView>
      {isAdding && <AddMembers row={row} onClose={() => setAdding(false)} />}
    </>
  )
}
