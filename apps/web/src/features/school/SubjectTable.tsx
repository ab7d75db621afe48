import { Button } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import {
  type ReplyOf,
  subjectAdd,
  subjectDelete,
  type subjectList,
  subjectOrder,
} from '@hengjuan/contracts'
import { STAGES } from '@hengjuan/domain'
import { SimpleTable, StatusTag, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { SubjectForm } from './SubjectForm.tsx'
import { useRefreshSchool } from './use-school.ts'
import { UsedSubjectActs } from './UsedSubjectActs.tsx'

export type SubjectRow = ReplyOf<typeof subjectList>[number]

/** Called by two names. @source specification, section 3 */
const CIVICS = 7

/** The subjects of the school in its order; those that it does not use stand below. */
export function SubjectTable({
  rows,
  mayManage,
}: {
  rows: readonly SubjectRow[]
  mayManage: boolean
}) {
  const refresh = useRefreshSchool()
  const [edited, setEdited] = useState<SubjectRow | null>(null)
  const failed = { onError: (error: Error) => toast.error(error) }
  const order = useCall(subjectOrder, { onSuccess: refresh, ...failed })
  const add = useCall(subjectAdd, {
    onSuccess: (_, { body }) => {
      toast.done(`已启用 ${body.name}`)
      return refresh()
    },
    ...failed,
  })
  const enable = ({ name, short_name, stages }: SubjectRow) =>
    add.mutate({ body: { name, short_name: short_name.slice(0, 4), stages } })
  const drop = useCall(subjectDelete, {
    onSuccess: (_, { body }) => {
      const row = rows.find(({ subject_id }) => subject_id === body.subject_id)
      toast.done(`已停用 ${row?.name ?? ''}`, {
        text: '撤销',
        onClick: () => row && enable(row),
      })
      return refresh()
    },
    ...failed,
  })
  const used = rows.filter((row) => row.used_here)
  const move = (at: number, by: number) => {
    const ids = used.map(({ subject_id }) => subject_id)
    const [id] = ids.splice(at, 1)
    if (id !== undefined) ids.splice(at + by, 0, id)
    order.mutate({ body: { subject_ids: ids } })
  }
  return (
    <>
      <SimpleTable
        label="科目"
        columns={[
          {
            key: 'name',
            title: '科目',
            render: ({ subject_id, name, fixed }) => (
              <>
                {subject_id === CIVICS ? '道德与法治（高中为思想政治）' : name}{' '}
                {!fixed && <StatusTag status="busy">自建</StatusTag>}
              </>
            ),
          },
          { key: 'short', title: '简称', render: ({ short_name }) => short_name },
          {
            key: 'stages',
            title: '学段',
            render: ({ stages }) =>
              stages.length === 0 ? '全部' : stages.map((stage) => STAGES[stage]).join('、'),
          },
          { key: 'exams', title: '考试', align: 'right', render: ({ exams }) => exams },
          {
            key: 'teachers',
            title: '任课教师',
            align: 'right',
            render: ({ teachers }) => teachers,
          },
          {
            key: 'state',
            title: '状态',
            render: ({ used_here }) => (
              <StatusTag status={used_here ? 'ok' : 'idle'}>
                {used_here ? '使用中' : '未使用'}
              </StatusTag>
            ),
          },
          {
            key: 'acts',
            title: '',
            align: 'right',
            render: (row, at) =>
              mayManage &&
              (row.used_here ? (
                <UsedSubjectActs
                  row={row}
                  at={at}
                  count={used.length}
                  onMove={move}
                  onEdit={setEdited}
                  onDrop={({ subject_id }) => drop.mutate({ body: { subject_id } })}
                />
              ) : (
                <Button size="small" onClick={() => enable(row)}>
                  启用
                </Button>
              )),
          },
        ]}
        rows={[...used, ...rows.filter((row) => !row.used_here)]}
        rowKey={({ subject_id }) => subject_id}
        tone={({ used_here }) => (used_here ? undefined : 'muted')}
        empty="还没有科目"
      />
      {edited && <SubjectForm row={edited} onClose={() => setEdited(null)} />}
    </>
  )
}
