import { Button, Dialog, DialogBody, DialogFooter, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { type ReplyOf, type staffDetail, staffLeave } from '@hengjuan/contracts'
import { ReasonButton, sentenceOf, SimpleTable, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { Field } from './Field.tsx'
import css from './school.module.css'
import { useRefreshSchool, useStaffOptions } from './use-school.ts'

const NOBODY = 0

/** 办理离职: what hangs on the person, to whom it goes, then the account is disabled. */
export function LeaveDialog(props: { detail: ReplyOf<typeof staffDetail>; onClose: () => void }) {
  const { detail, onClose } = props
  const { staff, blocks, class_teacher_of: headed } = detail
  const people = useStaffOptions().filter(({ value }) => value !== staff.user_id)
  const [to, setTo] = useState<Readonly<Record<string, number>>>({})
  const [reason, setReason] = useState('')
  const refresh = useRefreshSchool()
  const leave = useCall(staffLeave, {
    onSuccess: ({ handed_over }) => {
      toast.done(`${staff.name}已办理离职，交接 ${handed_over} 项`)
      onClose()
      return refresh()
    },
  })
  const duties = [
    ...headed.map((one) => ({ ...one, key: `c${one.class_id}`, what: '班主任' })),
    ...staff.teaching.map((one) => ({
      ...one,
      key: `t${one.class_id} ${one.subject_id}`,
      what: one.subject_name,
    })),
  ]
  const toOf = (key: string) => to[key] || null
  return (
    <Dialog isOpen title={`办理离职：${staff.name}`} onClose={onClose} style={{ width: 640 }}>
      <DialogBody>
        {blocks.length > 0 && (
          <>
            <p className={css['problem']}>
              还在 {blocks.length} 个题块中阅卷，请先逐个更换阅卷教师：
            </p>
            <ul>
              {blocks.map((one) => (
                <li key={`${one.block_id} ${one.duty}`}>
                  <Link to={`/changeMarker?block_id=${one.block_id}`}>
                    {one.exam_name} {one.block_name}
                  </Link>
                  （{one.duty === 'leader' ? '题组长' : `在手 ${one.in_hand} 份`}）
                </li>
              ))}
            </ul>
          </>
        )}
        <SimpleTable
          label="要交接的"
          columns={[
            { key: 'class', title: '班级', render: ({ class_name }) => class_name },
            { key: 'what', title: '职责', render: ({ what }) => what },
            {
              key: 'to',
              title: '交接给',
              render: ({ key, class_name, what }) => (
                <HTMLSelect
                  aria-label={`${class_name}${what}交接给`}
                  value={to[key] ?? NOBODY}
                  options={[{ value: NOBODY, label: '暂不安排' }, ...people]}
                  onChange={({ currentTarget }) =>
                    setTo({ ...to, [key]: Number(currentTarget.value) })
                  }
                />
              ),
            },
          ]}
          rows={duties}
          rowKey={({ key }) => key}
          empty="没有班主任和任课要交接"
        />
        <div className={css['fields']}>
          <Field label="原因">
            <InputGroup
              value={reason}
              maxLength={200}
              placeholder="如 调往其他学校"
              onValueChange={setReason}
            />
          </Field>
        </div>
        <p className={css['muted']}>
          办理后账号停用，做过的评阅和记录保留；可以在「已停用」中重新启用。
        </p>
        {leave.error && (
          <p className={css['problem']} role="alert">
            ✕ {sentenceOf(leave.error)}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>取消</Button>
            <ReasonButton
              intent="danger"
              loading={leave.isPending}
              reason={
                blocks.length > 0
                  ? '请先更换阅卷教师'
                  : reason.trim().length < 2
                    ? '请填写原因'
                    : null
              }
              onClick={() =>
                leave.mutate({
                  body: {
                    user_id: staff.user_id,
                    reason: reason.trim(),
                    classes: headed.map(({ class_id }) => ({
                      class_id,
                      to_user_id: toOf(`c${class_id}`),
                    })),
                    teaching: staff.teaching.map(({ class_id, subject_id }) => ({
                      class_id,
                      subject_id,
                      to_user_id: toOf(`t${class_id} ${subject_id}`),
                    })),
                  },
                })
              }
            >
              办理离职
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}
