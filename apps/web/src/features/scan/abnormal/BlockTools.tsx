import { Button } from '@blueprintjs/core'
import { useRef } from 'react'
import css from './abnormal.module.css'
import type { BlockPart } from './use-abnormal.ts'

export function BlockTools(props: {
  part: BlockPart
  pending: boolean
  onUpload: (file: File) => void
  onUndo: () => void
  onTag: () => void
  onSign: (mark: 'damaged' | 'blank') => void
}) {
  const { pending } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={css['row2']}>
      <Button size="small" disabled={pending} onClick={() => input.current?.click()}>
        上传图像
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/jpeg,image/png"
        aria-label="题块图像"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same file may be chosen again after an undo.
          currentTarget.value = ''
          if (file) props.onUpload(file)
        }}
      />
      {props.part.replaced_by !== null && (
        <Button size="small" disabled={pending} onClick={props.onUndo}>
          撤销更换
        </Button>
      )}
      <Button size="small" disabled={pending} onClick={props.onTag}>
        改标签
      </Button>
      <Button size="small" disabled={pending} onClick={() => props.onSign('damaged')}>
        标为残缺
      </Button>
      <Button size="small" disabled={pending} onClick={() => props.onSign('blank')}>
        标为空白
      </Button>
    </div>
  )
}
