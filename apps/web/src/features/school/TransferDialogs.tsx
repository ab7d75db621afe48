import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { type ReplyOf, studentTransfer } from '@hengjuan/contracts'
import { copyText, SchemaDialog, SimpleTable, toast } from '@hengjuan/ui'
import { useState } from 'react'
import css from './school.module.css'
import type { StudentRow } from './StudentTable.tsx'
import { useRefreshSchool } from './use-school.ts'

const YES_NO = [
  { value: 'no', label: '不可以' },
  { value: 'yes', label: '可以看到' },
]

/** Students leave for another school; each gets a code. */
export function TransferOutDialog(props: { rows: readonly StudentRow[]; onClose: () => void }) {
  const { rows, onClose } = props
  const [codes, setCodes] = useState<ReplyOf<typeof studentTransfer>['codes'] | null>(null)
  const refresh = useRefreshSchool()
  const out = useCall(studentTransfer, {
    onSuccess: (done) => {
      setCodes(done.codes)
      return refresh()
    },
  })
  if (codes) return <Codes codes={codes} onClose={onClose} />
  return (
    <SchemaDialog
      title={`转出：${rows.length === 1 ? rows[0]?.name : `${rows.length} 名学生`}`}
      effect="给每名学生一个 8 位转学码，90 天内有效；转入学校凭码接收。7 天内可在学生详情中撤销。"
      schema={{
        ...studentTransfer.body,
        properties: { ...studentTransfer.body.properties, keeps: { type: 'string' } },
      }}
      initial={{ reason: '', keeps: 'no' }}
      submitText={`转出 ${rows.length} 人`}
      isPending={out.isPending}
      error={out.error}
      onClose={onClose}
      onSubmit={({ reason, keeps }) =>
        out.mutate({
          body: {
            action: 'out',
            student_ids: rows.map(({ student_id }) => student_id),
            reason,
            keep_scores_visible: keeps === 'yes',
          },
        })
      }
      fields={{
        reason: {
          kind: 'text',
          label: '原因',
          isRequired: true,
          autoFocus: true,
          placeholder: '如 随父母迁居',
        },
        keeps: {
          kind: 'choice',
          label: '此前成绩',
          options: YES_NO,
          hint: '转入学校是否可以看到此前已发布的成绩',
        },
      }}
    />
  )
}

function Codes(props: { codes: ReplyOf<typeof studentTransfer>['codes']; onClose: () => void }) {
  const { codes } = props
  const text = codes.map(({ name, code }) => `${name}\t${code}`).join('\n')
  return (
    <Dialog isOpen title="转学码" onClose={props.onClose} canOutsideClickClose={false}>
      <DialogBody>
        <p>请把转学码交给家长或转入学校；以后也可以在学生详情中查看。</p>
        <SimpleTable
          label="转学码"
          columns={[
            { key: 'name', title: '姓名', render: ({ name }) => name },
            {
              key: 'code',
              title: '转学码',
              render: ({ code }) => <span className={css['code']}>{code}</span>,
            },
            {
              key: 'until',
              title: '有效期至',
              render: ({ expires_at }) => expires_at.slice(0, 10),
            },
          ]}
          rows={codes}
          rowKey={({ student_id }) => student_id}
        />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button
              onClick={() => {
                void copyText(text)
                toast.done('已复制转学码')
              }}
            >
              复制
            </Button>
            <Button intent="primary" onClick={props.onClose}>
              完成
            </Button>
          </>
        }
      />
    </Dialog>
  )
}
