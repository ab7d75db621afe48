import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { useState } from 'react'
import type { ExamRow } from '../ExamTable.tsx'
import { DeleteExamDialog } from './DeleteExamDialog.tsx'
import { EditExamDialog } from './EditExamDialog.tsx'
import { ExamSubjectsDialog } from './ExamSubjectsDialog.tsx'

/** What whoever manages an exam may change of it: its name and day, its subjects, whether it is there at all. */
export function ExamManageMenu(props: {
  exam: ExamRow
  onChanged: () => void
  onDeleted: () => void
}) {
  const { exam, onChanged } = props
  const [open, setOpen] = useState<'edit' | 'subjects' | 'delete' | null>(null)
  const reason = exam.published ? '成绩已发布，请先撤回发布' : undefined
  const dialog = {
    exam,
    onClose: () => setOpen(null),
    onDone: () => {
      setOpen(null)
      onChanged()
    },
  }
  return (
    <>
      <PopoverNext
        placement="bottom-end"
        content={
          <Menu>
            <MenuItem
              text="修改名称、类型、日期与班级"
              disabled={exam.published}
              title={reason}
              onClick={() => setOpen('edit')}
            />
            <MenuItem
              text="增减科目、修改考试模式与时间"
              disabled={exam.published}
              title={reason}
              onClick={() => setOpen('subjects')}
            />
            <MenuItem
              text="删除考试"
              intent="danger"
              disabled={exam.published}
              title={reason}
              onClick={() => setOpen('delete')}
            />
          </Menu>
        }
      >
        <Button>管理考试</Button>
      </PopoverNext>
      {open === 'edit' && <EditExamDialog {...dialog} />}
      {open === 'subjects' && <ExamSubjectsDialog {...dialog} />}
      {open === 'delete' && <DeleteExamDialog {...dialog} onDone={props.onDeleted} />}
    </>
  )
}
