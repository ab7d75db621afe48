import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { CallError } from '@hengjuan/client'
import { useCall, useRoute } from '@hengjuan/client/react'
import { classMembers, studentList } from '@hengjuan/contracts'
import { DataTable, EmptyState, ReasonButton, sentenceOf, toast } from '@hengjuan/ui'
import { useState } from 'react'
import type { ClassRow } from './ClassTable.tsx'
import css from './school.module.css'
import { useRefreshSchool } from './use-school.ts'
import { ALL } from './all-students.ts'

export function AddMembers({ row, onClose }: { row: ClassRow; onClose: () => void }) {
  const students = useRoute(studentList, { query: { grade_id: row.grade_id, limit: ALL } })
  const [keys, setKeys] = useState<ReadonlySet<string | number>>(new Set())
  const refresh = useRefreshSchool()
  const add = useCall(classMembers, {
    onSuccess: ({ added, moved }) => {
      toast.done(`已加入 ${added + moved} 名学生`)
      onClose()
      return refresh()
    },
  })
  const isElsewhere = add.error instanceof CallError && add.error.code === 'MEMBER_ELSEWHERE'
  const send = (move: boolean) =>
    add.mutate({ body: { class_id: row.class_id, add: [...keys].map(Number), move } })
  const rows = students.data?.list.filter(
    (one) => !one.teaching_classes.some(({ class_id }) => class_id === row.class_id),
  )
  return (
    <Dialog isOpen title={`添加学生到 ${row.name}`} onClose={onClose} style={{ width: 720 }}>
      <DialogBody>
        <DataTable
          label="本年级学生"
          columns={[
            {
              key: 'name',
              title: '姓名',
              width: 110,
              grow: true,
              render: ({ name }) => name,
              sortBy: ({ name }) => name,
            },
            {
              key: 'class',
              title: '行政班',
              width: 120,
              render: (one) => one.class_name,
              sortBy: ({ class_name }) => class_name,
            },
            {
              key: 'combo',
              title: '选科',
              width: 90,
              render: ({ combo }) => combo ?? '–',
              sortBy: ({ combo }) => combo,
            },
            {
              key: 'now',
              title: '现在的教学班',
              width: 180,
              render: ({ teaching_classes }) =>
                teaching_classes
                  .map(({ subject_name, name }) => `${subject_name} ${name}`)
                  .join('、') || '–',
            },
          ]}
          rows={rows}
          rowKey={({ student_id }) => student_id}
          error={students.error}
          onRetry={() => void students.refetch()}
          selection={{ keys, onChange: setKeys }}
          maxHeight="50vh"
          empty={<EmptyState title="本年级的学生都已在这个班" />}
        />
        {add.error && (
          <p className={css['problem']} role="alert">
            ✕ {sentenceOf(add.error)}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>取消</Button>
            {isElsewhere && (
              <Button loading={add.isPending} onClick={() => send(true)}>
                改到本班
              </Button>
            )}
            <ReasonButton
              intent="primary"
              loading={add.isPending}
              reason={keys.size === 0 ? '请先勾选学生' : null}
              onClick={() => send(false)}
            >
              加入{keys.size > 0 ? ` ${keys.size} 人` : ''}
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}
