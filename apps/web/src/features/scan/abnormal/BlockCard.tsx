import { Button } from '@blueprintjs/core'
import { UNIT_STATUSES } from '@hengjuan/domain'
import { Piece, StatusTag, Time } from '@hengjuan/ui'
import css from './abnormal.module.css'
import { labelOf, tagLabel } from './SheetRow.tsx'
import type { AbnormalBlock, BlockPart } from './use-abnormal.ts'
import { BlockTools } from './BlockTools.tsx'

/** One block of the paper: why it is here, what is shown of it, and what can be done with its image. */
export function BlockCard(props: {
  block: AbnormalBlock
  isCurrent: boolean
  part: number
  pending: boolean
  onChoose: (part: number) => void
  onUpload: (part: number, file: File) => void
  onUndo: (part: number) => void
  onTag: () => void
  onSign: (mark: 'damaged' | 'blank') => void
}) {
  const { block, isCurrent, pending } = props
  const waits = block.abnormal !== null && block.abnormal.outcome === null
  const part = block.parts.find((one) => one.part === props.part) ?? block.parts[0]
  return (
    <section
      className={css['card']}
      data-current={isCurrent || undefined}
      aria-label={block.block_name}
    >
      <header>
        <button type="button" className={css['name']} onClick={() => props.onChoose(0)}>
          {block.block_name}
        </button>
        {block.abnormal === null ? (
          <span className={css['quiet']}>{stateLabel(block.unit_state)}</span>
        ) : waits ? (
          <StatusTag status="warn">{tagLabel(block.abnormal.tag)}</StatusTag>
        ) : (
          <StatusTag status="ok">{labelOf(block.abnormal.outcome)}</StatusTag>
        )}
        {block.readings > 0 && <span className={css['quiet']}>已有 {block.readings} 次评阅</span>}
      </header>
      {waits && block.abnormal && (
        <p className={css['quiet']}>
          {block.abnormal.note !== '' && `${block.abnormal.note} · `}
          {block.abnormal.sent_by_name ?? '系统'} <Time at={block.abnormal.sent_at} /> 退回
        </p>
      )}
      {isCurrent && part && (
        <>
          {block.parts.length > 1 && (
            <div className={css['row2']}>
              {block.parts.map((one, at) => (
                <Button
                  key={one.part}
                  size="small"
                  active={one.part === part.part}
                  onClick={() => props.onChoose(one.part)}
                >
                  第 {at + 1} 部分
                </Button>
              ))}
            </div>
          )}
          {block.is_risk ? (
            <p className={css['none']}>
              这份作答涉及情绪或安全风险，图像只对学校管理员显示；需要更换图像时，请联系学校管理员处理
            </p>
          ) : (
            <Shown part={part} name={block.block_name} />
          )}
          {waits && !block.is_risk && (
            <BlockTools
              {...props}
              part={part}
              pending={pending}
              onUpload={(file) => props.onUpload(part.part, file)}
              onUndo={() => props.onUndo(part.part)}
            />
          )}
        </>
      )}
    </section>
  )
}

function Shown({ part, name }: { part: BlockPart; name: string }) {
  return (
    <>
      {part.url === null ? (
        <p className={css['none']}>这一部分没有图像：请在页面上框选，或上传图像</p>
      ) : (
        <Piece className={css['crop']} src={part.url} alt={`${name} 的切图`} />
      )}
      {part.replaced_by !== null && (
        <p className={css['quiet']}>
          {part.place ? '手工切割' : '上传的图像'}
          {part.replaced_by !== '' && ` · ${part.replaced_by}`}
        </p>
      )}
    </>
  )
}

const stateLabel = (state: string | null): string =>
  state !== null && state in UNIT_STATUSES
    ? UNIT_STATUSES[state as keyof typeof UNIT_STATUSES]
    : '没有试卷'
