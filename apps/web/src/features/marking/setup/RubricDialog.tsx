import { Button, Dialog, DialogBody, DialogFooter, TextArea } from '@blueprintjs/core'
import { ReasonButton } from '@hengjuan/ui'
import { useState } from 'react'
import { Notes } from '../rubric/Notes.tsx'

/** The marking scheme that markers open with S. */
export function RubricDialog(props: {
  isOpen: boolean
  /** Null until a block is chosen. */
  blockId: number | null
  title: string
  text: string
  mayChange: boolean
  isPending: boolean
  onSave: (text: string) => void
  onClose: () => void
}) {
  const [text, setText] = useState(props.text)
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      style={{ width: 640 }}
    >
      <DialogBody>
        <TextArea
          fill
          rows={14}
          maxLength={20_000}
          value={text}
          readOnly={!props.mayChange}
          aria-label="评分标准"
          placeholder={
            '逐条写明给分依据，例如：\n（1）写出公式 2 分；代入正确 2 分；结果 1 分。\n只有结果没有过程，给 1 分。'
          }
          onChange={(event) => setText(event.target.value)}
        />
        {props.isOpen && props.blockId !== null && <Notes blockId={props.blockId} isManaged />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <ReasonButton
              intent="primary"
              loading={props.isPending}
              reason={props.mayChange ? null : '当前身份只能查看阅卷设置'}
              onClick={() => props.onSave(text)}
            >
              保存评分标准
            </ReasonButton>
          </>
        }
      >
        保存修改后，阅卷教师按 S 查看。
      </DialogFooter>
    </Dialog>
  )
}
